import assert from "node:assert/strict";
import { once } from "node:events";
import { mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { HookContext, Payments } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { makeVault } from "#express/base/vault.ts";
import { deadBankName } from "../dead-bank.ts";
import { keptIn, place, withShop } from "../kept.ts";
import { serve } from "../serve.ts";
import { encryptionKey, gatewayAt, stillRouter, stillTime } from "../shop.ts";

const second = 1000;
const never = () => new Promise<never>(() => {});

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}

/** Whether it has ended. */
function watch(work: Promise<unknown>): { ended: boolean } {
  const watched = { ended: false };
  work.then(() => {
    watched.ended = true;
  });
  return watched;
}

test("close leaves a hook five seconds, then tells it to stop; what it throws then is written down", async (t) => {
  const time = stillTime(t);
  const begun = Promise.withResolvers<void>();
  const store = { ...sqliteStore(":memory:", time.clock), close: async () => {} };
  const router = stillRouter({
    store,
    onPaid: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        begun.resolve();
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  });
  await place(store, { state: "approved" });
  const working = router.work();
  await begun.promise;
  const closing = router.payments.close();
  const watched = watch(closing);
  await time.pass(5 * second - 1);
  assert.equal(watched.ended, false);
  await time.pass(1);
  await Promise.all([closing, working]);
  assert.equal((await keptIn(store).backlog(0)).eventsSince, time.clock.now() + 5 * second);
});

test("close waits for what a person records", async () => {
  const word = { reason: "the bank's statement", by: "Ana" };
  for (const record of [
    ({ resolve }: Payments, id: string) => resolve(id, { ...word, paid: false }),
    ({ recordHandling }: Payments, id: string) => recordHandling(id, { ...word, returned: true }),
  ]) {
    const { promise: found, resolve: find } = Promise.withResolvers<undefined>();
    const store = withShop(sqliteStore(":memory:"), () => ({ findAttempt: () => found }));
    const { payments } = stillRouter({ store });
    const recording = record(payments, crypto.randomUUID()).catch((error: unknown) => (error as Error).name);
    const closing = payments.close();
    const first = await Promise.race([closing.then(() => "closed"), turns(100).then(() => "still open")]);
    assert.equal(first, "still open");
    find(undefined);
    await closing;
    assert.equal(await recording, "ResolveError");
  }
});

test("close ends within ten seconds beside a hook that ignores its signal, whose writes are undone", async (t) => {
  const time = stillTime(t);
  const begun = Promise.withResolvers<void>();
  const closes = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const contexts: HookContext[] = [];
  const store = { ...sqliteStore(":memory:", time.clock), close: async () => {} };
  const router = stillRouter({
    store,
    async onPaid(_, context) {
      contexts.push(context);
      begun.resolve();
      // Late: else the limit of a transaction, 5 s, would be over before the hook has ignored its signal.
      await closes.promise;
      await context.transaction.query("CREATE TABLE parcels (order_id TEXT) STRICT");
      written.resolve();
      await released.promise;
    },
  });
  await place(store, { state: "approved" });
  const working = router.work();
  await begun.promise;
  const closing = watch(router.payments.close());
  await time.pass(3 * second);
  closes.resolve();
  await written.promise;
  await time.pass(7 * second);
  assert.equal(closing.ended, true);
  assert.match(String(contexts[0]?.signal.reason), /the router is closing/);
  await assert.rejects(async () => contexts[0]?.transaction.query("SELECT 1"), /the router is closing/);
  // Nothing holds the file: another process writes.
  assert.equal((await keptIn(store).claimEvents({ limit: 1, leaseMs: second, banks: [deadBankName] })).length, 0);
  released.resolve();
  await working;
  assert.deepEqual((await keptIn(store).stats()).outbox, { due: 1, dead: 0 });
});

test("a hook that no process waits for until it ends runs after longer and longer pauses, and is seen in health", async (t) => {
  const time = stillTime(t);
  const store = sqliteStore(":memory:", time.clock);
  await place(store, { state: "approved" });
  const pauses: number[] = [];
  const failing: (number | undefined)[] = [];
  for (let process = 0; process < 5; process++) {
    const { payments, work } = stillRouter({ store: { ...store, close: async () => {} }, onPaid: never });
    void work();
    await turns(20);
    const closing = watch(payments.close());
    await time.pass(10 * second);
    assert.equal(closing.ended, true);
    const { eventsSince = 0, failing: number } = await keptIn(store).backlog(0);
    // It ends 3 s before this, when the hook is abandoned.
    pauses.push(Math.round((eventsSince - time.clock.now() + 3 * second) / second));
    failing.push(number);
    time.sleep(eventsSince - time.clock.now());
  }
  assert.deepEqual(pauses, [30, 30, 120, 600, 3600]);
  assert.deepEqual(failing, [0, 0, 1, 1, 1]);
  assert.match((await keptIn(store).eventsOf("A-1"))[0]?.error ?? "", /the router is closing/);
});

test("close ends within ten seconds beside a store that hangs, and begins no hook that is claimed too late", async (t) => {
  const time = stillTime(t);
  const store = sqliteStore(":memory:", time.clock);
  const late = Promise.withResolvers<void>();
  let hooks = 0;
  const router = stillRouter({
    store: withShop({ ...store, close: never }, ({ claimEvents }) => ({
      claimAttempts: never,
      claimEvents: async (lease) => {
        await late.promise;
        return claimEvents(lease);
      },
    })),
    onPaid: () => void hooks++,
  });
  await place(store, { state: "approved" });
  void router.work();
  await turn();
  const closing = watch(router.payments.close());
  await time.pass(10 * second);
  assert.equal(closing.ended, true);
  late.resolve();
  await turn();
  assert.equal(hooks, 0);
});

test("close ends within ten seconds beside a bank that never answers", async (t) => {
  const { server: bank, origin: url } = await serve(() => {});
  const asked = once(bank, "request");
  const store = sqliteStore(":memory:");
  const router = stillRouter({ store, gateway: gatewayAt({ url }) });
  const attempt = await place(store, { bank: url });
  const sealedKey = makeVault([encryptionKey]).seal("key", attempt.id);
  await keptIn(store).transition(attempt.id, attempt.version, {
    state: "opened",
    facts: { ...attempt.facts, SESSION: "session", sealedKey },
    dueAt: 0,
  });
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  void router.work();
  await asked;
  const closing = watch(router.payments.close());
  for (let seconds = 0; seconds < 10; seconds++) {
    mock.timers.tick(second);
    await turn();
  }
  assert.equal(closing.ended, true);
});

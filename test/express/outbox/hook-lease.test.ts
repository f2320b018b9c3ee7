import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { HookContext, Options } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keptIn, place, withShop } from "../../kept.ts";
import { type StillTime, stillRouter, stillTime } from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const second = 1000;
const minute = 60 * second;
const folder = temporaryFolder("lease");
let files = 0;

/** Two processes' routers on one file, with a paid order; the first one's hook runs until it is released. */
async function twoRouters(
  time: StillTime,
  hook: (context: HookContext) => Promise<void> | void = () => {},
  kept: (store: Store) => Store = (store) => store,
) {
  const file = join(folder, `${++files}.db`);
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const contexts: HookContext[] = [];
  const seen: string[] = [];
  const open = (onPaid: Options["onPaid"]) => stillRouter({ store: kept(sqliteStore(file, time.clock)), onPaid });
  const first = open(async (_, context) => {
    contexts.push(context);
    seen.push("first");
    begun.resolve();
    await hook(context);
    await released.promise;
  });
  const other = open(() => void seen.push("second"));
  await place(first.store, { state: "approved" });
  const working = first.work();
  await begun.promise;
  after(() => Promise.all([first.payments.close(), other.payments.close()]));
  return { first, other, seen, contexts, working, release: released.resolve };
}

/** A hook that runs until its signal is aborted. Each run adds its signal to `signals`. */
const untilAborted =
  (signals: AbortSignal[]): Options["onPaid"] =>
  (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signals.push(signal);
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });

test("a hook that takes minutes keeps its event, and is not disturbed", async (t) => {
  const time = stillTime(t);
  const { other, seen, contexts, working, release } = await twoRouters(time);
  for (let minutes = 0; minutes < 4.5; minutes += 0.5) {
    await time.pass(minute / 2);
    assert.deepEqual(await other.work(), { attempts: 0, events: 0 });
  }
  assert.equal(contexts[0]?.signal.aborted, false);
  release();
  assert.deepEqual(await working, { attempts: 0, events: 1 });
  assert.deepEqual(seen, ["first"]);
  assert.deepEqual((await keptIn(other.store).stats()).outbox, { due: 0, dead: 0 });
});

test("a hook that outlives every limit is told to stop and seen, and its event is never run beside it", async (t) => {
  const time = stillTime(t);
  const { first, other, seen, contexts, working, release } = await twoRouters(time);
  await time.pass(5 * minute - second);
  assert.deepEqual([contexts[0]?.signal.aborted, first.alerts], [false, []]);
  assert.equal((await first.payments.health()).ok, true);
  await time.pass(second);
  assert.match(String(contexts[0]?.signal.reason), /the hook took too long/);
  // The caller does not wait any longer, though the hook goes on.
  await working;
  for (let minutes = 0; minutes < 10; minutes++) {
    await time.pass(minute);
    for (const router of [first, other]) assert.deepEqual(await router.work(), { attempts: 0, events: 0 });
  }
  assert.deepEqual([seen, first.alerts], [["first"], ["hook_slow"]]);
  const { ok, problems } = await first.payments.health();
  assert.deepEqual([ok, problems.map(({ code }) => code)], [false, ["hooks_slow"]]);
  // It has ignored the signal, and comes to its end nevertheless: that counts.
  release();
  await turn();
  assert.deepEqual((await keptIn(other.store).stats()).outbox, { due: 0, dead: 0 });
  assert.equal((await first.payments.health()).ok, true);
});

test("notices give up their places after 10 s: eight whose hooks hang hold up no payment for longer", async (t) => {
  const time = stillTime(t);
  const seen: string[] = [];
  const hanging = Promise.withResolvers<void>();
  const router = stillRouter({
    store: sqliteStore(":memory:", time.clock),
    onDeclined: () => hanging.promise,
    onPaid: ({ order }) => void seen.push(order),
  });
  for (let i = 0; i < 8; i++) await place(router.store, { order: `D-${i}`, state: "declined" });
  await time.pass(second);
  await place(router.store, { order: "A-1", state: "approved" });
  const working = router.work();
  await turn();
  await time.pass(9 * second);
  assert.deepEqual(seen, []);
  await time.pass(second);
  await working;
  assert.deepEqual(seen, ["A-1"]);
  hanging.resolve();
  await router.payments.close();
});

test("payments that outlive the limit give up their places: eight that hang do not stop the deliveries for good", async (t) => {
  const time = stillTime(t);
  const seen: string[] = [];
  const hanging = Promise.withResolvers<void>();
  const router = stillRouter({
    store: sqliteStore(":memory:", time.clock),
    onPaid: ({ order }) => {
      seen.push(order);
      return order === "A-1" ? undefined : hanging.promise;
    },
  });
  for (let i = 0; i < 8; i++) await place(router.store, { order: `P-${i}`, state: "approved" });
  await time.pass(second);
  await place(router.store, { order: "A-1", state: "approved" });
  const working = router.work();
  await turn();
  await time.pass(5 * minute - second);
  assert.equal(seen.includes("A-1"), false);
  await time.pass(second);
  await working;
  assert.equal(seen.includes("A-1"), true);
  hanging.resolve();
  await router.payments.close();
});

test("a lease lost to another process stops the hook, and its result no longer counts", async (t) => {
  const time = stillTime(t);
  const { other, seen, contexts, working, release } = await twoRouters(time);
  time.sleep(31 * second);
  assert.deepEqual(await other.work(), { attempts: 0, events: 1 });
  await time.pass(10 * second);
  assert.match(String(contexts[0]?.signal.reason), /the lease on this event was lost/);
  release();
  await working;
  assert.deepEqual(seen, ["first", "second"]);
});

test("an event that comes back while its own hook still runs is not run a second time, and is leased again", async (t) => {
  const time = stillTime(t);
  const { first, other, seen, contexts, working, release } = await twoRouters(time);
  time.sleep(31 * second);
  const again = first.work();
  await turn();
  assert.equal((await keptIn(first.store).backlog(0)).eventsSince, time.clock.now() + 30 * second);
  assert.deepEqual([seen, contexts[0]?.signal.aborted], [["first"], false]);
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await time.pass(10 * second);
    assert.deepEqual(await other.work(), { attempts: 0, events: 0 });
  }
  release();
  await Promise.all([working, again]);
  assert.deepEqual(seen, ["first"]);
  assert.deepEqual((await keptIn(other.store).stats()).outbox, { due: 0, dead: 0 });
});

test("a lease that cannot be renewed stops the hook 10 seconds before others may run it; one failure does not", async (t) => {
  const time = stillTime(t);
  const store = sqliteStore(":memory:", time.clock);
  let renewals = 0;
  const signals: AbortSignal[] = [];
  const router = stillRouter({
    store: withShop(store, ({ renewClaim }) => ({
      async renewClaim(...claim) {
        if (++renewals !== 2) throw new Error("the disk is gone");
        return renewClaim(...claim);
      },
    })),
    onPaid: untilAborted(signals),
  });
  await place(store, { state: "approved" });
  const working = router.work();
  await turn();
  await time.pass(29 * second);
  assert.deepEqual([renewals, signals[0]?.aborted], [5, false]);
  await time.pass(second);
  assert.match(String(signals[0]?.reason), /could not be renewed/);
  await working;
  await router.payments.close();
});

test("a renewal that is answered late counts from when it was sent: the hook stops before its lease ends", async (t) => {
  const time = stillTime(t);
  const store = sqliteStore(":memory:", time.clock);
  const signals: AbortSignal[] = [];
  const late = Promise.withResolvers<void>();
  let renewals = 0;
  const router = stillRouter({
    store: withShop(store, ({ renewClaim }) => ({
      async renewClaim(...claim) {
        if (++renewals > 1) throw new Error("the disk is gone");
        const isHeld = await renewClaim(...claim);
        await late.promise;
        return isHeld;
      },
    })),
    onPaid: untilAborted(signals),
  });
  await place(store, { state: "approved" });
  const working = router.work();
  await turn();
  await time.pass(19 * second);
  late.resolve();
  await turn();
  await time.pass(5 * second);
  assert.equal(signals[0]?.aborted, false);
  await time.pass(second);
  assert.match(String(signals[0]?.reason), /could not be renewed/);
  await working;
  await router.payments.close();
});

/** A store for which nobody waits while a hook's transaction is open. */
const patient = (store: Store): Store =>
  withShop(store, (shop) => ({
    async openDelivery(event, fence) {
      const { maxOpenMs: _, ...delivery } = (await shop.openDelivery(event, fence)) ?? assert.fail();
      return delivery;
    },
  }));

for (const [engine, limit, kept] of [
  ["in SQLite", 5, undefined],
  ["in another store", 15, patient],
] as const) {
  test(`a transaction that stays open ${engine} is undone after ${limit} seconds, and the event waits for its hook to end`, async (t) => {
    const time = stillTime(t);
    const hook = async ({ transaction }: HookContext) =>
      void (await transaction.query("CREATE TABLE parcels (order_id TEXT) STRICT"));
    const routers = await twoRouters(time, hook, kept);
    const { first, other, seen, contexts, working, release } = routers;
    await turn();
    const written = first.store.checkWrite();
    await time.pass((limit - 1) * second);
    assert.equal(contexts[0]?.signal.aborted, false);
    await time.pass(second);
    assert.match(String(contexts[0]?.signal.reason), new RegExp(`transaction: open for more than ${limit} s`));
    await assert.rejects(async () => contexts[0]?.transaction.query("SELECT 1"), /its writes are undone/);
    await written;
    for (let seconds = 0; seconds < 60; seconds += 10) {
      await time.pass(10 * second);
      assert.deepEqual(await other.work(), { attempts: 0, events: 0 });
    }
    // Its writes are undone, so its success is none.
    release();
    await working;
    assert.deepEqual((await keptIn(other.store).stats()).outbox, { due: 1, dead: 0 });
    await time.pass(5 * second);
    assert.deepEqual(await other.work(), { attempts: 0, events: 1 });
    assert.deepEqual(seen, ["first", "second"]);
  });
}

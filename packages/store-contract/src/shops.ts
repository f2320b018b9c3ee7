import assert from "node:assert/strict";
import type { ShopStore } from "@ventanilla/express/store";
import { attemptIn, bank, type Cases, facts, farAway, longAgo, ordersOf, type Shop } from "./scene.ts";

type Named = Awaited<ReturnType<typeof fill>>;
type Asked = Exclude<keyof ShopStore, "now" | "checkWrite" | "lostFile" | "recordAction">;

/** Work of every kind in a shop. Returns what names it. The same names are written to each shop. */
async function fill({ approve, attempt, event, insert, move, settle, store }: Shop) {
  const named = { facts: { ...facts, orderReference: "V-1" }, spelling: "a1", browserHash: "mine" };
  const { id } = await attempt({ id: "one", dueAt: longAgo, ...named });
  await move(id, "opened", { returnHash: "hash", facts: { sealedKey: "k" } });
  await insert({ id: "launch" });
  await approve(id, "R-1");
  await move(id, "approved", { facts: { reversed: { returned: true, reason: "asked", by: "Ana", at: 1 } } });
  const dead = await event();
  await settle(dead, "dead");
  await attempt({ id: "two", order: "B-2" }, "unknown");
  const { item, fence } = await event();
  const old = await attempt({ id: "three", order: "C-3" }, "expired");
  await settle(await event(), "done");
  await move(old.id, "expired", { dueAt: null, facts: { settledAt: longAgo } });
  await attempt({ id: "four", order: "D-4" }, "declined");
  await store.recordAction({ by: "Ana", action: "retry", subject: "one" });
  await store.claimAlert("alert");
  const paid = (await store.findAttempt(id)) ?? assert.fail();
  assert.deepEqual([id, paid.state, paid.facts.orderReference], ["one", "approved", "V-1"]);
  return { attempt: paid, dead: dead.item.id, event: item.id, fence };
}

const lease = { banks: [bank], limit: 100, leaseMs: 60_000 };
const all = { from: 0, until: farAway, limit: 100 };

/** What each method answers about what {@link fill} has written. */
const answers: Record<Asked, (shop: ShopStore, named: Named) => Promise<unknown>> = {
  inOrder: (shop) => shop.inOrder("A-1", ({ attempts, reference }) => ({ result: [attempts, reference] })),
  findAttempt: async (shop, { attempt }) => [await shop.findAttempt(attempt.id), await shop.findAttempt("launch")],
  findByReturnHash: (shop) => shop.findByReturnHash("hash"),
  attemptsOf: (shop) => shop.attemptsOf("A-1"),
  orderByReference: (shop) => shop.orderByReference("V-1"),
  launchedBy: (shop, { attempt }) => shop.launchedBy(attempt.id, "mine"),
  backlog: (shop) => shop.backlog(farAway),
  elsewhere: (shop) => shop.elsewhere(["https://other.example"]),
  countUnsettled: (shop) => shop.countUnsettled(),
  unsettled: (shop) => shop.unsettled(100),
  stats: (shop) => shop.stats(),
  listAttempts: (shop) => shop.listAttempts({ limit: 100 }),
  listReturns: (shop) => shop.listReturns(all),
  tallies: (shop) => shop.tallies({ spans: [all] }),
  eventsOf: (shop) => shop.eventsOf("A-1"),
  actionsOf: (shop) => shop.actionsOf("one"),
  claimAlert: (shop) => shop.claimAlert("alert"),
  update: (shop, { attempt: before }) => shop.update({ before, attempt: { ...before, version: before.version + 1 } }),
  renewClaim: (shop, { event, fence }) => shop.renewClaim(event, fence, 60_000),
  async openDelivery(shop, { event, fence }) {
    const delivery = await shop.openDelivery(event, fence);
    await delivery?.rollback();
    return delivery !== undefined;
  },
  settleClaim: (shop, { event, fence }) => shop.settleClaim(event, fence, { kind: "done" }),
  reviveEvent: (shop, { dead }) => shop.reviveEvent(dead),
  claimAttempts: (shop) => shop.claimAttempts(lease),
  claimEvents: (shop) => shop.claimEvents(lease),
  finishedOrders: (shop) => shop.finishedOrders(longAgo + 1, 100),
  pruneOrder: (shop) => shop.pruneOrder("C-3", longAgo + 1),
};

/** What all methods answer, by their names; the first `count` of them only read. */
async function ask(shop: ShopStore, named: Named, count?: number): Promise<Map<string, unknown>> {
  const given = new Map<string, unknown>();
  for (const [name, answer] of Object.entries(answers).slice(0, count)) given.set(name, await answer(shop, named));
  return given;
}

const reading = Object.keys(answers).indexOf("claimAlert");

/** What is written stays as it is. */
export const shops: Cases = {
  async "nothing of a shop is seen in another with the same names, and nothing done there changes it"(scene) {
    const { shopOf, store } = scene;
    // Asked before anything is written: what a shop leaks is in every other one.
    const nobody = attemptIn({ attempts: [], transactionId: "100000", taken: {} }, 0);
    const nothing = { attempt: nobody, dead: "nothing", event: "nothing", fence: 1 };
    const empty = await ask(shopOf("empty").store, nothing);
    const mine = await fill(scene);
    const before = await ask(store, mine, reading);
    const other = shopOf("other");
    assert.deepEqual(await ask(other.store, mine), empty);
    const theirs = await fill(other);
    assert.notEqual(theirs.attempt.transactionId, mine.attempt.transactionId);
    for (const [shop, named] of [
      [other.store, theirs],
      [store, mine],
    ] as const) {
      assert.deepEqual(await ask(store, mine, reading), before);
      for (const [name, answer] of await ask(shop, named)) {
        assert.notDeepEqual(answer, empty.get(name), `${name} finds its own`);
      }
    }
  },
  async "migrate and checkWrite change nothing at any time"(scene) {
    const { root, store } = scene;
    await Promise.all([root.migrate(), store.checkWrite()]);
    const named = await fill(scene);
    const before = await ask(store, named, reading);
    const applied = [1, 2, 3, 4].map(() => store.checkWrite().then(() => root.migrate()));
    assert.deepEqual([(await Promise.all(applied)).flat(), await ask(store, named, reading)], [[], before]);
    assert.equal(await store.settleClaim(named.event, named.fence, { kind: "done" }), true);
  },
  async "a scope is kept with the merchant who claims it first, and scopes are listed by their names"({ root }) {
    const [first = "", ...rest] = await Promise.all(["B", "C", "D"].map((each) => root.claimScope("shop", each)));
    assert.deepEqual(rest, [first, first]);
    for (const scope of ["another", "third"]) assert.equal(await root.claimScope(scope, "B"), "B");
    const scopes = (await root.scopes()).map(({ scope, merchant }) => `${scope}: ${merchant}`);
    assert.deepEqual(scopes, ["another: B", `shop: ${first}`, "third: B"]);
  },
};

/** What another process sees. */
export const sharing: Cases = {
  async "everything is there in another process, also after all stores are closed, which may be done twice"(scene) {
    const { again, close, store } = scene;
    const named = await fill(scene);
    const before = await ask(store, named, reading);
    assert.deepEqual(await ask(await again(), named, reading), before);
    await close();
    await close();
    const later = await again();
    assert.deepEqual(await ask(later, named, reading), before);
    assert.equal(await later.settleClaim(named.event, named.fence, { kind: "done" }), true);
    assert.deepEqual([await later.claimAlert("alert"), ordersOf(await later.claimEvents(lease))], [false, ["D-4"]]);
  },
};

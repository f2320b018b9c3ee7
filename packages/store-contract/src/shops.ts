import assert from "node:assert/strict";
import type { Attempt, ShopStore } from "@ventanilla/express/store";
import { attemptIn, bank, type Cases, facts, farAway, type Kept, longAgo, type Scene } from "./scene.ts";

interface Named {
  attempt: Attempt;
  dead: string;
  event: string;
  fence: number;
}

/** Work of every kind in a shop. Returns what names it. */
async function fill({ approve, attempt, event, insert, move, settle, store }: Scene): Promise<Named> {
  const paid = await attempt({ dueAt: longAgo, facts: { ...facts, orderReference: "V-1" } });
  await move(paid.id, "opened", { returnHash: "hash", facts: { sealedKey: "k" } });
  await insert({ id: "launch" });
  await approve(paid.id, "R-1");
  await move(paid.id, "approved", { facts: { reversed: { returned: true, reason: "asked", by: "Ana", at: 1 } } });
  const dead = await event();
  await settle(dead, "dead");
  await attempt({ order: "B-2" }, "unknown");
  const { item, fence } = await event();
  const old = await attempt({ order: "C-3" }, "expired");
  await settle(await event(), "done");
  await move(old.id, "expired", { dueAt: null, facts: { settledAt: longAgo } });
  await attempt({ order: "D-4" }, "declined");
  await store.recordAction({ by: "Ana", action: "retry", subject: "one" });
  await store.claimAlert("alert");
  return { attempt: (await store.findAttempt(paid.id)) ?? paid, dead: dead.item.id, event: item.id, fence };
}

const lease = { banks: [bank], limit: 100, leaseMs: 60_000 };
const all = { from: 0, until: farAway, limit: 100 };

/** What each method answers about what {@link fill} has written. */
const answers: Record<
  Exclude<keyof ShopStore, "now" | "checkWrite" | "lostFile">,
  (shop: Kept, named: Named) => Promise<unknown>
> = {
  inOrder: (shop) => shop.inOrder("A-1", ({ attempts, reference }) => ({ result: [attempts, reference] })),
  findAttempt: async (shop, { attempt }) => [await shop.findAttempt(attempt.id), await shop.findAttempt("launch")],
  findByReturnHash: (shop) => shop.findByReturnHash("hash"),
  attemptsOf: (shop) => shop.attemptsOf("A-1"),
  orderByReference: (shop) => shop.orderByReference("V-1"),
  launchedBy: (shop, { attempt }) => shop.launchedBy(attempt.id, "browser"),
  backlog: (shop) => shop.backlog(farAway),
  elsewhere: (shop) => shop.elsewhere(["https://other.example"]),
  unsettled: (shop) => shop.unsettled(100),
  stats: (shop) => shop.stats(),
  listAttempts: (shop) => shop.listAttempts({ limit: 100 }),
  listApproved: (shop) => shop.listApproved(all),
  listReturns: (shop) => shop.listReturns(all),
  tally: (shop) => shop.tally(all),
  tallies: (shop) => shop.tallies({ spans: [all] }),
  eventsOf: (shop) => shop.eventsOf("A-1"),
  recordAction: (shop) => shop.actionsOf("one"),
  actionsOf: (shop) => shop.actionsOf("one"),
  claimAlert: (shop) => shop.claimAlert("alert"),
  update: (shop, { attempt: before }) => shop.update({ before, attempt: { ...before, version: before.version + 1 } }),
  claimAttempts: (shop) => shop.claimAttempts(lease),
  claimEvents: (shop) => shop.claimEvents(lease),
  renewClaim: (shop, { event, fence }) => shop.renewClaim(event, fence, 60_000),
  async openDelivery(shop, { event, fence }) {
    const delivery = await shop.openDelivery(event, fence);
    await delivery?.rollback();
    return delivery !== undefined;
  },
  settleClaim: (shop, { event, fence }) => shop.settleClaim(event, fence, { kind: "done" }),
  reviveEvent: (shop, { dead }) => shop.reviveEvent(dead),
  finishedOrders: (shop) => shop.finishedOrders(longAgo + 1, 100),
  pruneOrder: (shop) => shop.pruneOrder("C-3", longAgo + 1),
};

/** What all methods answer, by their names. */
async function ask(shop: Kept, named: Named): Promise<Map<string, unknown>> {
  const given = new Map<string, unknown>();
  for (const [name, answer] of Object.entries(answers)) given.set(name, await answer(shop, named));
  return given;
}

/** Several shops on one store. */
export const shops: Cases = {
  async "nothing of a shop is seen in another, and nothing that is done there changes it"(scene) {
    const { shopOf, store } = scene;
    // Asked before anything is written: what a shop leaks is in every other one.
    const rows = { attempts: [], transactionId: "100000", taken: {} };
    const nothing = { attempt: attemptIn(rows, 0, { id: "nobody" }), dead: "nothing", event: "nothing", fence: 1 };
    const empty = await ask(shopOf("empty"), nothing);
    const named = await fill(scene);
    const read = () =>
      Promise.all([
        ...["A-1", "B-2", "C-3", "D-4"].flatMap((order) => [store.attemptsOf(order), store.eventsOf(order)]),
        store.unsettled(9),
        store.stats(),
        store.elsewhere(["https://other.example"]),
        store.actionsOf("one"),
      ]);
    const before = await read();
    const others = await ask(shopOf("other"), named);
    assert.deepEqual(others, empty);
    assert.deepEqual(await read(), before);
    const own = await ask(store, named);
    for (const [name, answer] of others) assert.notDeepEqual(own.get(name), answer, `${name} finds its own`);
  },
  async "the same order, ids, references, approvals and events are another shop's own"(scene) {
    const { approve, attempt, draft, event, move, settle, shopOf, store } = scene;
    const other = shopOf("other");
    const given = draft({ facts: { ...facts, orderReference: "V-1" }, spelling: "a1" });
    const mine = await attempt(given);
    const { kind, attempt: theirs } = await other.insertAttempt({ ...given, amount: { ...given.amount, minor: 7 } }, 0);
    assert.deepEqual([kind, theirs.id, theirs.facts.orderReference], ["inserted", mine.id, "V-1"]);
    assert.notEqual(theirs.transactionId, mine.transactionId);
    await move(mine.id, "opened", { returnHash: "hash" });
    const { facts: said } = await approve(mine.id, "R-1");
    assert.deepEqual(await other.findAttempt(theirs.id), theirs);
    const approval = { state: "approved", facts: said, announce: "order.paid", returnHash: "hash" } as const;
    const { attempt: paid } = await other.transition(theirs.id, 1, approval);
    assert.equal(paid.state, "approved");
    assert.deepEqual(await other.findByReturnHash("hash"), paid);
    const claim = await event();
    const [{ item, fence } = assert.fail()] = await other.claimEvents(lease);
    assert.deepEqual([claim.item.id, item.id], ["paid:A-1", "paid:A-1"]);
    assert.equal(await settle(claim, "done"), true);
    assert.equal(await other.renewClaim(item.id, fence, 60_000), true);
    await (await other.openDelivery(item.id, fence))?.commit();
    assert.deepEqual((await other.stats()).outbox, { due: 0, dead: 0 });
    const alerts = [await store.claimAlert("a"), await other.claimAlert("a"), await other.claimAlert("a")];
    assert.deepEqual(alerts, [true, true, false]);
  },
  async "a scope is kept with the merchant who claims it first, and scopes are listed by their names"({ root }) {
    const [first = "", ...rest] = await Promise.all(["B", "C", "D"].map((each) => root.claimScope("shop", each)));
    assert.deepEqual(rest, [first, first]);
    assert.equal(await root.claimScope("another", "B"), "B");
    const scopes = (await root.scopes()).map(({ scope, merchant }) => [scope, merchant]);
    assert.deepEqual(scopes, [
      ["another", "B"],
      ["shop", first],
    ]);
  },
};

import assert from "node:assert/strict";
import type { Attempt, ShopStore } from "@ventanilla/express/store";
import type { Kept } from "./kept.ts";
import { bank, type Case, dop, facts, farAway, longAgo, type Scene } from "./scene.ts";

/** Work of every kind in a shop. Returns what names it. */
async function fill({ approve, attempt, event, insert, move, store }: Scene): Promise<Named> {
  const paid = await attempt({ dueAt: longAgo, facts: { ...facts, orderReference: "V-1" } });
  await move(paid.id, "opened", { returnHash: "hash", facts: { sealedKey: "k" } });
  await insert({ id: "launch" });
  await approve(paid.id, "R-1");
  const dead = await event();
  await store.settleClaim(dead.item.id, dead.fence, { kind: "dead", error: "no" });
  await attempt({ order: "B-2" }, "unknown");
  const leased = await event();
  const old = await attempt({ order: "C-3" }, "expired");
  const told = await event();
  await store.settleClaim(told.item.id, told.fence, { kind: "done" });
  await move(old.id, "expired", { dueAt: null, facts: { settledAt: longAgo } });
  await attempt({ order: "D-4" }, "declined");
  await store.recordAction({ by: "Ana", action: "retry", subject: "one" });
  await store.claimAlert("alert");
  return { attempt: (await store.findAttempt(paid.id)) ?? paid, dead: dead.item.id, ...leased };
}

interface Named {
  attempt: Attempt;
  dead: string;
  item: { id: string };
  fence: number;
}

const nobody: Named = {
  attempt: {
    id: "nobody",
    order: "A-1",
    bank,
    state: "preparing",
    version: 1,
    transactionId: "100000",
    amount: dop(1),
    tax: dop(0),
    createdAt: 1,
    facts,
  },
  dead: "nothing",
  item: { id: "nothing" },
  fence: 1,
};

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
  takings: (shop) => shop.takings({ from: 0, until: farAway, limit: 100 }),
  tally: (shop) => shop.tally({ from: 0, until: farAway }),
  eventsOf: (shop) => shop.eventsOf("A-1"),
  recordAction: (shop) => shop.actionsOf("one"),
  actionsOf: (shop) => shop.actionsOf("one"),
  claimAlert: (shop) => shop.claimAlert("alert"),
  update: (shop, { attempt: before }) => shop.update({ before, attempt: { ...before, version: before.version + 1 } }),
  claimAttempts: (shop) => shop.claimAttempts({ banks: [bank], limit: 100, leaseMs: 60_000 }),
  claimEvents: (shop) => shop.claimEvents({ banks: [bank], limit: 100, leaseMs: 60_000 }),
  renewClaim: (shop, { item, fence }) => shop.renewClaim(item.id, fence, 60_000),
  async openDelivery(shop, { item, fence }) {
    const delivery = await shop.openDelivery(item.id, fence);
    await delivery?.rollback();
    return delivery !== undefined;
  },
  settleClaim: (shop, { item, fence }) => shop.settleClaim(item.id, fence, { kind: "done" }),
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
export const shops: Case[] = [
  {
    title: "nothing of a shop is seen in another, and nothing that is done there changes it",
    async run(scene) {
      const { shopOf, store } = scene;
      const nothing = await ask(shopOf("before"), nobody);
      const named = await fill(scene);
      const orders = ["A-1", "B-2", "C-3", "D-4"];
      const read = () =>
        Promise.all([
          ...orders.flatMap((order) => [store.attemptsOf(order), store.eventsOf(order)]),
          store.unsettled(9),
          store.stats(),
          store.elsewhere(["https://other.example"]),
          store.actionsOf("one"),
        ]);
      const before = await read();
      const others = await ask(shopOf("other"), named);
      assert.deepEqual(await read(), before);
      assert.deepEqual(others, nothing);
      const own = await ask(store, named);
      for (const [name, answer] of nothing) assert.notDeepEqual(own.get(name), answer, `${name} finds its own`);
    },
  },
  {
    title: "the same order, ids, references, approvals and events are another shop's own",
    async run({ approve, attempt, draft, event, move, shopOf, store }) {
      const other = shopOf("other");
      const given = draft({ facts: { ...facts, orderReference: "V-1" }, spelling: "a1" });
      const mine = await attempt(given);
      const { kind, attempt: theirs } = await other.insertAttempt({ ...given, amount: dop(7) }, 0);
      assert.deepEqual([kind, theirs.id, theirs.facts.orderReference], ["inserted", mine.id, "V-1"]);
      assert.notEqual(theirs.transactionId, mine.transactionId);
      await move(mine.id, "opened", { returnHash: "hash" });
      await approve(mine.id, "R-1");
      const approval = {
        facts: { ...facts, verdict: { code: "00", reference: "R-1" } },
        announce: "order.paid",
      } as const;
      assert.equal((await other.findAttempt(theirs.id))?.state, "preparing");
      const paid = await other.transition(theirs.id, 1, { state: "approved", ...approval, returnHash: "hash" });
      assert.equal(paid.attempt.state, "approved");
      assert.deepEqual(await other.findByReturnHash("hash"), paid.attempt);
      const { item, fence } = await event();
      const [claim] = await other.claimEvents({ banks: [bank], limit: 5, leaseMs: 60_000 });
      assert.deepEqual([item.id, claim?.item.id], ["paid:A-1", "paid:A-1"]);
      assert.equal(await store.settleClaim(item.id, fence, { kind: "done" }), true);
      assert.equal(await other.renewClaim("paid:A-1", claim?.fence ?? 0, 60_000), true);
      await (await other.openDelivery("paid:A-1", claim?.fence ?? 0))?.commit();
      assert.deepEqual((await other.stats()).outbox, { due: 0, dead: 0 });
      assert.deepEqual(
        [await store.claimAlert("a"), await other.claimAlert("a"), await other.claimAlert("a")],
        [true, true, false],
      );
    },
  },
  {
    title: "a scope is kept with the merchant who claims it first, and scopes are listed by their names",
    async run({ root }) {
      const claims = await Promise.all(["B", "C", "D"].map((merchant) => root.claimScope("shop", merchant)));
      assert.equal(new Set(claims).size, 1);
      assert.equal(await root.claimScope("another", "B"), "B");
      const first = { scope: "another", merchant: "B" };
      assert.deepEqual(
        (await root.scopes()).map((each) => ({ ...each })),
        [first, { scope: "shop", merchant: claims[0] }],
      );
    },
  },
];

import assert from "node:assert/strict";
import { assertWritten, type Case, contenders } from "./scene.ts";

const hourMs = 3_600_000;

/** What the staff sees and does: deliveries, its own actions, and alerts. */
export const staffing: Case[] = [
  {
    title: "the events of an order say how their deliveries went",
    async run({ attempt, events, move, store }) {
      const { id } = await attempt({ order: "A-1" }, "declined");
      await attempt({ order: "B-2" }, "expired");
      const { item, fence } = (await events()).find((claim) => claim.item.order === "A-1") ?? assert.fail();
      const [leased] = await store.eventsOf("A-1");
      assert.deepEqual([leased?.id, leased?.tries, leased?.dead], [item.id, 1, false]);
      assert.equal(typeof leased?.dueAt, "number");
      await store.settleClaim(item.id, fence, { kind: "dead", error: "no such order" });
      const { dueAt, ...given } = leased ?? assert.fail();
      assert.deepEqual(await store.eventsOf("A-1"), [{ ...given, dead: true, error: "no such order" }]);
      await move(id, "approved");
      const [, paid] = await store.eventsOf("A-1");
      assert.deepEqual([paid?.type, paid?.tries, paid?.deliveredAt], ["order.paid", 0, undefined]);
      const before = await store.now();
      const claim = (await events()).find((each) => each.item.type === "order.paid") ?? assert.fail();
      assert.equal(await store.settleClaim(claim.item.id, claim.fence, { kind: "done" }), true);
      const [, delivered] = await store.eventsOf("A-1");
      assertWritten(delivered?.deliveredAt, before, await store.now());
      assert.deepEqual([delivered?.dueAt, delivered?.error], [undefined, undefined]);
      assert.deepEqual(await store.eventsOf("A"), []);
    },
  },
  {
    title: "an order whose id is as long as may be is paid and delivered, and what the staff did with that is kept",
    async run({ attempt, events, move, store }) {
      const orders = [`${"A".repeat(254)}1`, `${"A".repeat(254)}2`];
      for (const order of orders) await move((await attempt({ order })).id, "approved");
      const claims = await events();
      assert.deepEqual(
        claims.map(({ item }) => item.id),
        orders.map((order) => `paid:${order}`),
      );
      const { item, fence } = claims[0] ?? assert.fail();
      await store.settleClaim(item.id, fence, { kind: "dead", error: "no such order" });
      assert.equal(await store.reviveEvent(item.id), true);
      const action = await store.recordAction({ by: "Ana", action: "retry", subject: item.id });
      assert.deepEqual(await store.actionsOf(item.id), [action]);
    },
  },
  {
    title: "what the staff did is kept with the store's time, the earliest first, by what it was done to",
    async run({ store }) {
      const before = await store.now();
      const first = await store.recordAction({
        by: "Ana",
        action: "resolve",
        subject: "one",
        note: "50% of it, 'said' the bank",
      });
      const second = await store.recordAction({ by: "Luis", action: "retry", subject: "one" });
      await store.recordAction({ by: "Ana", action: "retry", subject: "two" });
      assertWritten(first.at, before, await store.now());
      assert.ok(first.at <= second.at);
      assert.deepEqual(await store.actionsOf("one"), [first, second]);
      const { at, ...kept } = second;
      assert.deepEqual(kept, { by: "Luis", action: "retry", subject: "one" });
      assert.deepEqual(await store.actionsOf("%"), []);
    },
  },
  {
    title: "an alert is claimed once by however many callers",
    async run(scene) {
      const { store } = scene;
      const storeOf = await contenders(scene);
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, index) => storeOf(index).claimAlert("dead:paid:A-1")),
      );
      assert.equal(claims.filter(Boolean).length, 1);
      assert.equal(await store.claimAlert("dead:paid:A-1"), false);
      assert.equal(await store.claimAlert("dead:paid:A-2"), true);
    },
  },
  {
    title: "what the staff did, and which alerts were claimed, is there for every process",
    needs: ["again"],
    async run({ again, store }) {
      const done = await store.recordAction({ by: "Ana", action: "resolve", subject: "one", note: "asked" });
      assert.equal(await store.claimAlert("dead:paid:A-1"), true);
      const other = await again();
      assert.deepEqual(await other.actionsOf("one"), [done]);
      assert.equal(await other.claimAlert("dead:paid:A-1"), false);
    },
  },
  {
    title: "an alert is forgotten after 30 days, and not before",
    needs: ["advance"],
    async run({ pass, store }) {
      const claim = () => store.claimAlert("late:A");
      assert.equal(await claim(), true);
      await pass(30 * 24 * hourMs - 60_000);
      assert.equal(await claim(), false);
      await pass(120_000);
      assert.equal(await claim(), true);
      assert.equal(await claim(), false);
    },
  },
];

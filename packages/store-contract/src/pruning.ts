import assert from "node:assert/strict";
import type { State } from "@ventanilla/express";
import { type Attempt, type Facts, keptOf } from "@ventanilla/express/store";
import { type Case, dop, facts, type Scene } from "./scene.ts";

/** An order whose only attempt has reached the state at this time, and is never due again. Returns its attempt. */
async function finished({ attempt, move }: Scene, order: string, state: State, settledAt = 1000): Promise<Attempt> {
  const { id } = await attempt({ order });
  return move(id, state, { dueAt: null, facts: { ...facts, settledAt, returnTo: "/mine" } });
}

/** Claims and settles all events that are due. */
async function deliverAll({ events, store }: Scene): Promise<void> {
  for (const { item, fence } of await events()) await store.settleClaim(item.id, fence, { kind: "done" });
}

/** The deletion of what is finished and old. */
export const pruning: Case[] = [
  {
    title: "orders that are finished and old are listed, the oldest first, and deleted with all that belongs to them",
    async run(scene) {
      const { insert, store } = scene;
      for (const [order, at] of Object.entries({ B: 500, A: 400, C: 1000 })) {
        await finished(scene, order, "declined", at);
      }
      await deliverAll(scene);
      assert.deepEqual(await store.finishedOrders(1000, 10), ["A", "B"]);
      assert.deepEqual(await store.finishedOrders(1001, 2), ["A", "B"]);
      const [a] = await store.attemptsOf("A");
      assert.ok(a);
      await insert({ id: "launch", order: "B" });
      await store.recordAction({ by: "Ana", action: "retry", subject: a.id });
      assert.equal(await store.pruneOrder("A", 1000), true);
      assert.deepEqual(
        [await store.attemptsOf("A"), await store.eventsOf("A"), await store.actionsOf(a.id)],
        [[], [], []],
      );
      assert.equal(await store.findAttempt(a.id), undefined);
      assert.deepEqual([await store.pruneOrder("A", 1000), await store.pruneOrder("nothing", 1000)], [false, false]);
      assert.equal((await insert({ order: "A" })).kind, "inserted");
      assert.equal(await store.pruneOrder("C", 1000), false);
      assert.equal((await store.attemptsOf("C")).length, 1);
    },
  },
  {
    title:
      "an order stays while an attempt of it is young, is due, waits for a person or can be paid, or an event waits",
    async run(scene) {
      const { attempt, event, move, store } = scene;
      const orders = ["due", "open", "unknown", "young", "undelivered"];
      for (const order of orders) await finished(scene, order, "declined");
      await deliverAll(scene);
      const beside = async (order: string, state: State, more: Partial<Facts>, dueAt: number | null = null) => {
        const { id } = await attempt({ order, amount: dop(7) });
        await move(id, state, { dueAt, facts: more });
        if (order !== "undelivered") await deliverAll(scene);
      };
      await beside("due", "declined", { settledAt: 1000 }, 8_000_000_000_000);
      await beside("open", "opened", { clearAt: 1 });
      await beside("unknown", "unknown", { settledAt: 1000 });
      await beside("young", "declined", { settledAt: 5000 });
      await beside("undelivered", "declined", { settledAt: 1000 });
      const isKept = async () => {
        assert.deepEqual(await store.finishedOrders(1001, 10), []);
        for (const order of orders) assert.equal(await store.pruneOrder(order, 1001), false, order);
      };
      await isKept();
      const { item, fence } = await event();
      await store.settleClaim(item.id, fence, { kind: "dead", error: "no" });
      await isKept();
      await store.reviveEvent(item.id);
      await deliverAll(scene);
      assert.deepEqual(await store.finishedOrders(1001, 10), ["undelivered"]);
    },
  },
  {
    title: "a paid order that is deleted stays paid by what is kept of it",
    async run(scene) {
      const { insert, store } = scene;
      const paid = await finished(scene, "A", "approved");
      await deliverAll(scene);
      assert.equal(await store.pruneOrder("A", 1001), true);
      const kept = keptOf([paid]);
      assert.ok(kept);
      assert.deepEqual(await insert({ order: "A" }), { kind: "paid", attempt: kept });
      assert.deepEqual([await store.attemptsOf("A"), await store.finishedOrders(5000, 10)], [[kept], []]);
      assert.deepEqual(await store.listAttempts({ limit: 5 }), { attempts: [] });
    },
  },
];

import assert from "node:assert/strict";
import type { State } from "@ventanilla/express";
import { type Facts, keptWhenPruned } from "@ventanilla/express/store";
import { type Cases, dop, facts, farAway, type Scene } from "./scene.ts";

/** Inserts an order whose only attempt has reached a state at this time, is never due again, and is told. */
async function finish({ attempt, deliverAll, insert, move }: Scene, order: string, settledAt: number, state: State) {
  const { id } = await attempt({ order });
  await insert({ id: `launch ${order}`, order });
  await move(id, state, { dueAt: null, facts: { ...facts, settledAt, returnTo: "/mine" } });
  await deliverAll();
}

/** The deletion of what is finished and old. */
export const pruning: Cases = {
  async "orders that are finished and old are listed, the oldest first, and deleted with all of theirs"(scene) {
    const { insert, store } = scene;
    for (const [order, at] of Object.entries({ B: 500, A: 400, C: 1000 })) await finish(scene, order, at, "declined");
    assert.deepEqual(await store.finishedOrders(1000, 10), ["A", "B"]);
    assert.deepEqual(await store.finishedOrders(1001, 2), ["A", "B"]);
    const [a = assert.fail()] = await store.attemptsOf("A");
    const subjects = [a.id, `declined:${a.id}`, "one"];
    for (const subject of subjects) await store.recordAction({ by: "Ana", action: "retry", subject });
    const left = async () => {
      const orders = ["A", "B", "C"].map((order) => [store.attemptsOf(order), store.eventsOf(order)]);
      const lists = await Promise.all([...orders.flat(), ...subjects.map((subject) => store.actionsOf(subject))]);
      return [await store.findAttempt(a.id), await store.findAttempt("launch A"), ...lists.map(({ length }) => length)];
    };
    assert.deepEqual(await left(), [a, a, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert.equal(await store.pruneOrder("A", 1000), true);
    for (const order of ["A", "C", "nothing"]) assert.equal(await store.pruneOrder(order, 1000), false);
    assert.deepEqual(await left(), [undefined, undefined, 0, 0, 1, 1, 1, 1, 0, 0, 1]);
    const { kind, attempt } = await insert({ id: "launch A", order: "A" });
    assert.deepEqual([kind, attempt.id], ["inserted", "launch A"]);
  },
  async "an order stays while an attempt is young, due, waits for a person or can be paid, or an event waits"(scene) {
    const { attempt, deliverAll, event, move, settle, store } = scene;
    const reversed = { returned: true, reason: "asked", by: "Ana", at: 5000 };
    const beside: [order: string, state: State, facts: Partial<Facts>, dueAt: number | null][] = [
      ["due", "declined", { settledAt: 1000 }, farAway],
      ["open", "opened", { clearAt: 1, settledAt: 1 }, null],
      ["unknown", "unknown", { settledAt: 1000 }, null],
      ["young", "declined", { settledAt: 5000 }, null],
      ["young first", "declined", { settledAt: 1000 }, null],
      ["given back since", "approved", { settledAt: 1000, reversed }, null],
      ["undelivered", "declined", { settledAt: 1000 }, null],
    ];
    for (const [order, state, more, dueAt] of beside) {
      await finish(scene, order, order === "young first" ? 5000 : 1000, "declined");
      const { id } = await attempt({ order, amount: dop(7) });
      await move(id, state, { dueAt, facts: more });
      if (order !== "undelivered") await deliverAll();
    }
    const kept = async () => {
      assert.deepEqual(await store.finishedOrders(1001, 10), []);
      for (const [order] of beside) assert.equal(await store.pruneOrder(order, 1001), false, order);
      assert.equal(await store.pruneOrder("open", farAway), false, "it can be paid");
    };
    await kept();
    const claim = await event();
    await settle(claim, "dead");
    await kept();
    await store.reviveEvent(claim.item.id);
    await deliverAll();
    assert.deepEqual(await store.finishedOrders(1001, 10), ["undelivered"]);
  },
  async "a paid order that is deleted stays paid by what is kept of it"(scene) {
    const { insert, store } = scene;
    await finish(scene, "A", 1000, "approved");
    const kept = keptWhenPruned(await store.attemptsOf("A")) ?? assert.fail();
    assert.equal(await store.pruneOrder("A", 1001), true);
    assert.deepEqual(await insert({ order: "A" }), { kind: "paid", attempt: kept });
    assert.deepEqual([await store.attemptsOf("A"), await store.finishedOrders(5000, 10)], [[kept], []]);
    assert.deepEqual(await store.listAttempts({ limit: 5 }), { attempts: [] });
  },
};

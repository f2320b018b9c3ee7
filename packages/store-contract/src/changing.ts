import assert from "node:assert/strict";
import { type Cases, clockErrorMs, facts, farAway, idsOf, longAgo } from "./scene.ts";

/** Finding attempts, and the compare-and-set of one. */
export const changing: Cases = {
  async "finding what does not exist returns nothing, and is not an error"({ due, events, store }) {
    const found = [store.findAttempt("nobody"), store.findByReturnHash("nothing"), store.orderByReference("nothing")];
    assert.deepEqual(await Promise.all(found), [undefined, undefined, undefined]);
    const lists = [store.attemptsOf("nothing"), store.eventsOf("nothing"), store.actionsOf("nothing"), due(), events()];
    assert.deepEqual(await Promise.all(lists), [[], [], [], [], []]);
    assert.deepEqual(await store.backlog(farAway), { dead: 0, failing: 0, unknown: 0, review: 0, closing: [] });
  },
  async "a change is written with the next version, and what it does not name stays, but for the facts"(scene) {
    const { attempt, store } = scene;
    const other = await attempt({ order: "B-2" });
    const { id } = await attempt({ facts: { ...facts, sealedKey: "secret", SESSION: "s" } });
    const hash = { windowEndsAt: 2000, returnHash: "hash" };
    const opened = await store.transition(id, 1, { state: "opened", facts: { ...facts, openedAt: 5 }, ...hash });
    assert.equal(opened.written, true);
    const { state, version, windowEndsAt, facts: said } = opened.attempt;
    assert.deepEqual([state, version, windowEndsAt, said], ["opened", 2, 2000, { ...facts, openedAt: 5 }]);
    assert.deepEqual(await store.findAttempt(id), opened.attempt);
    const { attempt: after } = await store.transition(id, 2, { state: "opened", facts });
    assert.deepEqual([after.version, after.windowEndsAt, after.facts], [3, 2000, facts]);
    assert.deepEqual(await store.findByReturnHash("hash"), after);
    assert.deepEqual(await store.findAttempt(other.id), other);
  },
  async "a change of a version that is too low or too high writes nothing at all, and gets what is so"(scene) {
    const { attempt, due, events, insert, store } = scene;
    const { id } = await attempt({ dueAt: longAgo });
    const { attempt: current } = await store.transition(id, 1, { state: "preparing", facts });
    const moved = { state: "approved", announce: "order.paid" } as const;
    for (const wrong of [1, 3, 9]) {
      const change = { ...moved, facts, windowEndsAt: 1, returnHash: "hash", dueAt: null };
      assert.deepEqual(await store.transition(id, wrong, change), { written: false, attempt: current });
      const update = { before: { ...current, version: wrong }, attempt: { ...current, version: wrong + 1 } };
      assert.equal(await store.update({ ...update, returnHash: "hash", dueAt: null }), false);
    }
    assert.deepEqual([await store.findAttempt(id), await store.findByReturnHash("hash")], [current, undefined]);
    assert.deepEqual([idsOf(await due()), await events(), (await insert()).kind], [[id], [], "joined"]);
  },
  async "a change keeps, moves or removes the due time"({ attempt, due, leaseMs, move, pass, store }) {
    const claim = async () => idsOf(await due({ leaseMs: 0 }));
    const { id } = await attempt({ dueAt: longAgo });
    await move(id, "preparing");
    assert.deepEqual(await claim(), [id]);
    await move(id, "preparing", { dueAt: (await store.now()) + leaseMs + clockErrorMs });
    assert.deepEqual(await claim(), []);
    await pass(leaseMs + 2 * clockErrorMs);
    assert.deepEqual(await claim(), [id]);
    await move(id, "preparing", { dueAt: null });
    assert.deepEqual(await claim(), []);
  },
};

import assert from "node:assert/strict";
import { type Cases, clockErrorMs, farAway, idsOf, longAgo } from "./scene.ts";

/** Finding attempts, and the compare-and-set of one. */
export const changing: Cases = {
  async "finding what does not exist returns nothing, and is not an error"({ due, events, store }) {
    const found = [store.findAttempt("nobody"), store.findByReturnHash("nothing"), store.orderByReference("nothing")];
    assert.deepEqual(await Promise.all(found), [undefined, undefined, undefined]);
    const lists = [store.attemptsOf("nothing"), store.eventsOf("nothing"), store.actionsOf("nothing"), due(), events()];
    assert.deepEqual(await Promise.all(lists), [[], [], [], [], []]);
    assert.deepEqual(await store.backlog(farAway), { dead: 0, failing: 0, unknown: 0, review: 0, closing: [] });
  },
  async "a change of a version that is too low or too high writes nothing at all"({ attempt, due, move, store }) {
    const { id } = await attempt({ dueAt: longAgo });
    const current = await move(id, "preparing");
    for (const version of [1, 3, 9]) {
      const changed = { ...current, state: "approved", windowEndsAt: 1, version: version + 1 } as const;
      const update = { before: { ...current, version }, attempt: changed, returnHash: "hash", dueAt: null };
      assert.equal(await store.update(update), false);
    }
    assert.deepEqual([await store.findAttempt(id), await store.findByReturnHash("hash")], [current, undefined]);
    assert.deepEqual(idsOf(await due()), [id]);
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

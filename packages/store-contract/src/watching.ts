import assert from "node:assert/strict";
import { assertWritten, type Cases, contenders, times } from "./scene.ts";

/** What monitoring and people see of the store, and what they do. */
export const watching: Cases = {
  async "what the staff did is kept with the store's time, the earliest first, by what it was done to"({ store }) {
    const before = await store.now();
    const given = { by: "Ana", action: "resolve", subject: "one", note: "50% of it, 'said' the bank" };
    const first = await store.recordAction(given);
    const other = await store.recordAction({ by: "Ana", action: "retry", subject: "two" });
    const second = await store.recordAction({ by: "Luis", action: "retry", subject: "one" });
    assertWritten(first.at, before, await store.now());
    assert.deepEqual(first, { ...given, at: first.at });
    assert.deepEqual(second, { by: "Luis", action: "retry", subject: "one", at: second.at });
    const lists = [["one"], ["two", "none", "one"], ["%"], []].map((subjects) => store.actionsOf(...subjects));
    assert.deepEqual(await Promise.all(lists), [[first, second], [first, other, second], [], []]);
  },
  async "an alert is claimed once by however many callers"(scene) {
    const storeOf = await contenders(scene);
    const claims = await Promise.all(times(8, (index) => storeOf(index).claimAlert("dead:paid:A-1")));
    assert.equal(claims.filter(Boolean).length, 1);
    const later = [await scene.store.claimAlert("dead:paid:A-1"), await scene.store.claimAlert("dead:paid:A-2")];
    assert.deepEqual(later, [false, true]);
  },
};

/** Cases about days. */
export const forgetting: Cases = {
  async "an alert is forgotten after 30 days, and not before"({ pass, store }) {
    const claim = () => store.claimAlert("late:A");
    assert.equal(await claim(), true);
    await pass(30 * 24 * 3_600_000 - 60_000);
    assert.equal(await claim(), false);
    await pass(120_000);
    assert.deepEqual([await claim(), await claim()], [true, false]);
  },
};

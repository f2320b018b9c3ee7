import assert from "node:assert/strict";
import { insertAttempt } from "@ventanilla/express/store";
import { type Cases, dop, facts, idsOf } from "../../../packages/store-contract/src/scene.ts";

/** What monitoring and people see of the store. */
export const watching: Cases = {
  async "attempts in unknown and review are counted until they are resolved"({ attempt, move, store }) {
    const resolution = { paid: false, reason: "asked", by: "me", at: 1 };
    const ids = [];
    for (const [order, state] of [
      ["A", "unknown"],
      ["B", "unknown"],
      ["C", "review"],
    ] as const) {
      ids.push([(await attempt({ order }, state)).id, state] as const);
    }
    const counts = async () => {
      const { unknown, review } = await store.countUnsettled();
      return [unknown, review];
    };
    assert.deepEqual(await counts(), [2, 1]);
    for (const [id, state] of ids.slice(1)) await move(id, state, { facts: { ...facts, resolution } });
    assert.deepEqual(await counts(), [1, 0]);
  },
  async "a return is counted and listed while it is in doubt, and not before or afterwards"({
    approve,
    attempt,
    move,
    store,
  }) {
    const { id } = await attempt({}, "opened");
    await approve(id);
    const waiting = async () => {
      const { events, ...listed } = await store.unsettled(10);
      const { returnUnclear } = await store.countUnsettled();
      assert.deepEqual(idsOf(Object.values(listed).flat()), idsOf(listed.returnUnclear));
      assert.deepEqual([listed.returnUnclear.length, events.length], [returnUnclear, 0]);
      const { attempts: found } = await store.listAttempts({ filter: { toDecide: "returnUnclear" }, limit: 2 });
      assert.equal(found.length, returnUnclear);
      return returnUnclear;
    };
    const sentBack = { id: "sent", amount: dop(1), reason: "asked", by: "Ana", at: 1 };
    for (const [what, count] of [
      [undefined, 0],
      ["unclear", 1],
      ["refused", 0],
      ["unclear", 1],
      ["denied", 0],
    ] as const) {
      const outcome = what && { outcome: { what, at: 2 } };
      await move(id, "approved", { facts: { ...facts, sentBack: { ...sentBack, ...outcome } } });
      assert.equal(await waiting(), count, what);
    }
  },
  async "a refused attempt without a clear last answer is listed until it is resolved"({ attempt, move, store }) {
    const { id } = await attempt({}, "declined");
    await attempt({ order: "B-2" }, "declined");
    const listed = async () => idsOf((await store.unsettled(10)).unconfirmed);
    assert.deepEqual(await listed(), []);
    await move(id, "declined", { facts: { ...facts, unconfirmedAt: 7 } });
    assert.deepEqual(await listed(), [id]);
    const resolution = { paid: false, reason: "asked", by: "me", at: 8 };
    await move(id, "declined", { facts: { ...facts, unconfirmedAt: 7, resolution } });
    assert.deepEqual(await listed(), []);
  },
  async "an attempt that a person found paid is listed, is counted and keeps its order until it is approved"({
    approve,
    attempt,
    draft,
    move,
    store,
  }) {
    const resolution = { paid: true, reason: "the bank says so", by: "Ana", at: 1 };
    for (const [order, state] of [
      ["A", "unknown"],
      ["B", "review"],
      ["C", "declined"],
    ] as const) {
      const { id } = await attempt({ order }, state);
      await move(id, state, { facts: { ...facts, unconfirmedAt: 7, resolution } });
      const listed = async () => {
        const { events, ...waiting } = await store.unsettled(10);
        return idsOf(Object.values(waiting).flat());
      };
      const counted = async () => {
        const { unknown, review } = await store.countUnsettled();
        return [unknown, review];
      };
      assert.deepEqual(await listed(), [id]);
      assert.deepEqual(await counted(), [Number(state === "unknown"), Number(state === "review")]);
      if (state !== "declined") {
        const again = await insertAttempt(store, draft({ order }), 0);
        assert.deepEqual([again.kind, again.attempt.id], ["blocked", id]);
      }
      await approve(id);
      assert.deepEqual(await listed(), []);
      assert.deepEqual(await counted(), [0, 0]);
    }
  },
  async "a further approval of a paid order is listed until a person has done something about it, or it is released"({
    approve,
    attempt,
    move,
    store,
  }) {
    const first = await attempt({ order: "A" }, "opened");
    const further = [
      await attempt({ order: "A", amount: dop(2) }, "opened"),
      await attempt({ order: "A", amount: dop(3) }, "opened"),
    ];
    const listed = async () => (await store.unsettled(10)).paidTwice.map(({ id }) => id);
    await approve(first.id);
    assert.deepEqual(await listed(), []);
    for (const { id } of further) await approve(id);
    assert.deepEqual(
      await listed(),
      further.map(({ id }) => id),
    );
    assert.deepEqual(idsOf((await store.unsettled(1)).paidTwice), [further[0]?.id]);
    assert.equal((await store.countUnsettled()).paidTwice, 2);
    const statement = { reason: "voided in the portal", by: "Ana", at: 1 };
    for (const [index, fact] of [{ handled: { returned: true, ...statement } }, { released: statement }].entries()) {
      const { id = "" } = further[index] ?? {};
      await move(id, "approved", { facts: { ...facts, duplicate: true, ...fact } });
      assert.deepEqual(
        await listed(),
        further.slice(index + 1).map((one) => one.id),
      );
    }
  },
};

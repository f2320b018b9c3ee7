import assert from "node:assert/strict";
import { attemptIn, type Cases, farAway, type Kept, type Scene, times } from "./scene.ts";

/** Opens one more store, and inserts an attempt for each number. Returns their TransactionIds and ids. */
async function numbersOf({ draft }: Scene, store: Kept, ...numbers: number[]) {
  const made = [];
  for (const number of numbers) made.push((await store.insertAttempt(draft({ order: `A-${number}` }), 0)).attempt);
  return made;
}

const transactionIds = (made: readonly { transactionId: string }[]) => made.map(({ transactionId }) => transactionId);

/** TransactionIds: six digits that identify a transaction at the bank. Each process may draw a block of them at once. */
export const numbering: Cases = {
  async "TransactionIds are six digits and all different"({ attempt }) {
    const ids = transactionIds(await Promise.all(times(120, (index) => attempt({ order: `A-${index}` }))));
    assert.equal(new Set(ids).size, 120);
    assert.ok(ids.every((id) => /^[1-9]\d{5}$/.test(id)));
  },
};

/** How the sequence goes on. */
export const drawing: Cases = {
  async "after the last TransactionId the first one follows, and those of live attempts are skipped"(scene) {
    const { again, move, subject } = scene;
    await subject.lastTransactionId?.(999_998);
    const made = await numbersOf(scene, await again(), 1, 2, 3);
    assert.deepEqual(transactionIds(made), ["999999", "100000", "100001"]);
    for (const [index, state] of (["preparing", "opened", "declined"] as const).entries()) {
      await move(made[index]?.id ?? "", state, { facts: { clearAt: 1 } });
    }
    await subject.lastTransactionId?.(999_998);
    assert.deepEqual(transactionIds(await numbersOf(scene, await again(), 4, 5)), ["100001", "100002"]);
  },
  async "processes draw from one sequence: a number is given once, and one that begins goes on after all others"(
    scene,
  ) {
    const { again, subject } = scene;
    await subject.lastTransactionId?.(299_999);
    // None can be paid, so nothing but the sequence keeps a number from being given twice.
    const draw = (store: Kept, order: string) =>
      store.inOrder(order, (rows, now) => {
        const attempt = attemptIn(rows, now, { order, state: "declined" });
        return { result: Number(rows.transactionId), plan: { insert: { attempt, dueAt: farAway, browserHash: "" } } };
      });
    const stores = [await again(), await again()] as const;
    const ids = await Promise.all(times(120, (index) => draw(stores[index % 2] ?? stores[0], `A-${index}`)));
    assert.deepEqual([new Set(ids).size, Math.min(...ids)], [120, 300_000]);
    assert.ok((await draw(await again(), "later")) > Math.max(...ids), ids.join());
  },
};

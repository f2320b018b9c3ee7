import assert from "node:assert/strict";
import { type Case, dop } from "./scene.ts";

/** TransactionIds: six digits that identify a transaction at the bank. Each process may draw a block of them at once. */
export const numbering: Case[] = [
  {
    title: "TransactionIds are six digits and all different",
    async run({ attempt }) {
      const attempts = await Promise.all(Array.from({ length: 120 }, (_, index) => attempt({ order: `A-${index}` })));
      assert.equal(new Set(attempts.map(({ transactionId }) => transactionId)).size, 120);
      assert.ok(attempts.every(({ transactionId }) => /^[1-9]\d{5}$/.test(transactionId)));
    },
  },
  {
    title: "after the last TransactionId the first one follows",
    needs: ["again", "lastTransactionId"],
    async run({ again, draft, subject }) {
      await subject.lastTransactionId?.(999_998);
      const store = await again();
      const ids = [];
      for (const minor of [1, 2, 3]) {
        ids.push((await store.insertAttempt(draft({ amount: dop(minor) }), 0)).attempt.transactionId);
      }
      assert.deepEqual(ids, ["999999", "100000", "100001"]);
    },
  },
  {
    title: "TransactionIds of live attempts are skipped, and those of the others used again",
    needs: ["again", "lastTransactionId"],
    async run({ again, draft, move, subject }) {
      await subject.lastTransactionId?.(299_999);
      const first = await again();
      for (const [minor, state] of [
        [1, "preparing"],
        [2, "opened"],
        [3, "declined"],
      ] as const) {
        const { attempt } = await first.insertAttempt(draft({ amount: dop(minor) }), 0);
        await move(attempt.id, state, { facts: { clearAt: 1 } });
      }
      await subject.lastTransactionId?.(299_999);
      const second = await again();
      for (const [minor, id] of [
        [4, "300002"],
        [5, "300003"],
      ] as const) {
        assert.equal((await second.insertAttempt(draft({ amount: dop(minor) }), 0)).attempt.transactionId, id);
      }
    },
  },
  {
    title: "processes draw from one counter: a number is given once, and one that begins goes on after all others",
    needs: ["again", "lastTransactionId"],
    async run({ again, draft, subject }) {
      await subject.lastTransactionId?.(299_999);
      const stores = [await again(), await again()] as const;
      const ids: number[] = [];
      for (let index = 0; index < 120; index++) {
        const store = stores[index % 2] ?? stores[0];
        ids.push(Number((await store.insertAttempt(draft({ order: `A-${index}` }), 0)).attempt.transactionId));
      }
      assert.equal(new Set(ids).size, 120);
      const later = await (await again()).insertAttempt(draft({ order: "later" }), 0);
      assert.ok(Number(later.attempt.transactionId) > Math.max(...ids), ids.join());
      assert.equal(Math.min(...ids), 300_000);
    },
  },
];

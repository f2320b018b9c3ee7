import assert from "node:assert/strict";
import { type Case, dop } from "./scene.ts";

/** TransactionIds: six digits that identify a transaction at the bank. */
export const numbering: Case[] = [
  {
    title: "TransactionIds are six digits and all different",
    async run({ attempt }) {
      const attempts = await Promise.all(Array.from({ length: 50 }, (_, index) => attempt({ order: `A-${index}` })));
      assert.equal(new Set(attempts.map(({ transactionId }) => transactionId)).size, 50);
      assert.ok(attempts.every(({ transactionId }) => /^[1-9]\d{5}$/.test(transactionId)));
    },
  },
  {
    title: "after the last TransactionId the first one follows",
    needs: ["lastTransactionId"],
    async run({ attempt, subject }) {
      await subject.lastTransactionId?.(999_998);
      const ids = [];
      for (const minor of [1, 2, 3]) ids.push((await attempt({ amount: dop(minor) })).transactionId);
      assert.deepEqual(ids, ["999999", "100000", "100001"]);
    },
  },
  {
    title: "TransactionIds of live attempts are skipped, and those of the others used again",
    needs: ["lastTransactionId"],
    async run({ attempt, move, subject }) {
      await subject.lastTransactionId?.(299_999);
      for (const [minor, state] of [
        [1, "preparing"],
        [2, "opened"],
        [3, "declined"],
      ] as const) {
        await move((await attempt({ amount: dop(minor) })).id, state, { facts: { clearAt: 1 } });
      }
      await subject.lastTransactionId?.(299_999);
      assert.equal((await attempt({ amount: dop(4) })).transactionId, "300002");
      assert.equal((await attempt({ amount: dop(5) })).transactionId, "300003");
    },
  },
  {
    title: "another process continues the same counter",
    needs: ["again"],
    async run({ again, attempt, draft }) {
      const first = await attempt();
      const other = await (await again()).insertAttempt(draft({ order: "B-2" }), 0);
      const third = await attempt({ order: "C-3" });
      const ids = [first, other.attempt, third].map(({ transactionId }) => Number(transactionId));
      assert.ok(
        ids.every((id, index) => id > (ids[index - 1] ?? 0)),
        ids.join(),
      );
    },
  },
];

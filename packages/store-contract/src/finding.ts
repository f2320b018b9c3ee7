import assert from "node:assert/strict";
import { bank, type Case, dop } from "./scene.ts";

/** Finding attempts. */
export const finding: Case[] = [
  {
    title: "finding what does not exist returns nothing, and is not an error",
    async run({ store }) {
      assert.equal(await store.findAttempt("nobody"), undefined);
      assert.equal(await store.findByReturnHash("nothing"), undefined);
      assert.deepEqual(await store.attemptsOf("nothing"), []);
      assert.deepEqual(await store.claimAttempts({ banks: [bank], limit: 10, leaseMs: 1000 }), []);
      assert.deepEqual(await store.claimEvents({ banks: [bank], limit: 10, leaseMs: 1000 }), []);
    },
  },
  {
    title: "an attempt is found by the hash of its return token",
    async run({ attempt, move, store }) {
      const [one, two] = [await attempt(), await attempt({ order: "B-2" })];
      const moved = await move(one.id, "opened", { returnHash: "hash-1" });
      await move(two.id, "opened", { returnHash: "hash-2" });
      assert.deepEqual(await store.findByReturnHash("hash-1"), moved);
      assert.equal((await store.findByReturnHash("hash-2"))?.id, two.id);
    },
  },
  {
    title: "the attempts of an order are listed oldest first, without those of other orders",
    async run({ attempt, move, store }) {
      const ids = [];
      for (const minor of [3, 1, 2]) ids.push((await attempt({ amount: dop(minor) })).id);
      await attempt({ order: "A-10" });
      await move(ids[0] ?? "", "opened");
      assert.deepEqual(
        (await store.attemptsOf("A-1")).map(({ id }) => id),
        ids,
      );
    },
  },
];

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { WorkPool } from "./work-pool.ts";

test("a claim that fails is told to those who shared it, and the next one begins", async () => {
  const line = ["a", "b", "c"];
  const done: string[] = [];
  let failures = 2;
  const work = new WorkPool({
    maxConcurrent: 2,
    async claim(limit) {
      await turn();
      if (failures-- > 0) throw new Error("the store is down");
      return line.splice(0, limit);
    },
    work: async (item) => void done.push(item),
  });
  // The second and the third share the claim after the first one's.
  const runs = await Promise.allSettled([work.run(), work.run(), work.run()]);
  assert.deepEqual(
    runs.map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  await work.run();
  assert.deepEqual([done, work.finished], [["a", "b", "c"], 3]);
  await work.close();
});

test("a claim that fails half way leaves what was begun to its end, and its places free", async () => {
  const held = Promise.withResolvers<void>();
  const done: string[] = [];
  const claims: number[] = [];
  const work = new WorkPool({
    maxConcurrent: 2,
    async claim(limit) {
      claims.push(limit);
      if (claims.length === 1) return ["quick", "held"];
      if (claims.length === 2) throw new Error("the store is down");
      return claims.length === 3 ? ["after"] : [];
    },
    async work(item) {
      if (item === "held") await held.promise;
      done.push(item);
    },
  });
  await assert.rejects(work.run(), /the store is down/);
  const once = work.run();
  await turn();
  assert.deepEqual(done, ["quick", "after"]);
  held.resolve();
  await once;
  assert.deepEqual(done, ["quick", "after", "held"]);
  assert.deepEqual(claims.slice(0, 3), [2, 1, 1]);
});

test("a claim that throws before it waits is a claim that fails", async () => {
  let isDown = true;
  const work = new WorkPool({
    maxConcurrent: 1,
    claim() {
      if (isDown) throw new Error("the store is closed");
      return Promise.resolve([]);
    },
    work: async () => {},
  });
  await assert.rejects(work.once(), /the store is closed/);
  isDown = false;
  await work.once();
  await work.close();
});

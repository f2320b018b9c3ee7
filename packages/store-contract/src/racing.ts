import assert from "node:assert/strict";
import type { OutboxEvent } from "@ventanilla/express/store";
import { bank, type Cases, contenders, dop, longAgo, times } from "./scene.ts";

/** Many callers at once. */
export const racing: Cases = {
  async "16 workers claim 480 attempts, each attempt once"(scene) {
    const storeOf = await contenders(scene);
    for (let index = 0; index < 480; index += 48) {
      await Promise.all(times(48, (next) => scene.insert({ order: `A-${index + next}`, dueAt: longAgo })));
    }
    const claimed: string[] = [];
    async function claim(worker: number, limit: number): Promise<void> {
      for (let count = 1; count > 0; ) {
        const claims = await storeOf(worker).claimAttempts({ banks: [bank], limit, leaseMs: 600_000 });
        claimed.push(...claims.map(({ item }) => item.id));
        count = claims.length;
      }
    }
    await Promise.all(times(16, (worker) => claim(worker, 3)));
    // A worker may find nothing while others claim the rest: what is left is claimed here.
    await claim(0, 1000);
    assert.deepEqual([claimed.length, new Set(claimed).size], [480, 480]);
  },
  async "16 workers deliver 80 events of 20 orders, each once: those of money in order, and the others"(scene) {
    const storeOf = await contenders(scene);
    // One order after the other, so that the events of each are due next to each other.
    for (let index = 0; index < 20; index++) {
      const first = await scene.attempt({ order: `A-${index}`, amount: dop(1) });
      const second = await scene.attempt({ order: `A-${index}`, amount: dop(2) });
      for (const state of ["unknown", "declined", "approved"] as const) await scene.move(first.id, state);
      await scene.approve(second.id);
    }
    /** Which events of its order an event waits for: those of the same line. */
    const lineOf = ({ order, type }: OutboxEvent) => `${type.startsWith("order.") ? "money" : "rest"} of ${order}`;
    const underWay = new Set<string>();
    const told = new Map<string, string[]>();
    let left = 80;
    async function work(worker: number): Promise<void> {
      const claims = await storeOf(worker).claimEvents({ banks: [bank], limit: 3, leaseMs: 600_000 });
      for (const { item } of claims) {
        assert.ok(!underWay.has(lineOf(item)), "the event before it in its line is under way");
        underWay.add(lineOf(item));
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
      for (const { item, fence } of claims) {
        told.set(lineOf(item), [...(told.get(lineOf(item)) ?? []), item.type]);
        underWay.delete(lineOf(item));
        left--;
        assert.equal(await storeOf(worker).settleClaim(item.id, fence, { kind: "done" }), true);
      }
      if (left > 0) await work(worker);
    }
    await Promise.all(times(16, work));
    assert.equal(told.size, 40);
    const [money, rest] = ["order.paid,order.paidAgain", "attempt.unknown,attempt.declined"];
    for (const [line, types] of told) assert.equal(types.join(), line.startsWith("money") ? money : rest);
    assert.deepEqual((await scene.store.stats()).outbox, { due: 0, dead: 0 });
  },
};

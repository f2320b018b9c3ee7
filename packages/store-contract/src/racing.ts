import assert from "node:assert/strict";
import type { OutboxEvent } from "@ventanilla/express/store";
import { bank, type Case, contenders, dop, facts, longAgo } from "./scene.ts";

/** Makes `count` values, each from its index. */
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

const approval = { state: "approved", announce: "order.paid" } as const;

/** Many callers at once. */
export const racing: Case[] = [
  {
    title: "in 200 races of 30 writers each, one writes, and its event exists once",
    async run(scene) {
      const storeOf = await contenders(scene);
      for (let race = 0; race < 200; race++) {
        const order = `A-${race}`;
        const { id } = await scene.attempt({ order });
        const results = await Promise.all(
          times(30, (index) => storeOf(index).transition(id, 1, { ...approval, facts: { ...facts, askedAt: index } })),
        );
        const winners = results.flatMap(({ written }, index) => (written ? [index] : []));
        assert.equal(winners.length, 1);
        assert.ok(results.every(({ attempt }) => attempt.version === 2 && attempt.facts.askedAt === winners[0]));
      }
      assert.deepEqual((await scene.store.stats()).outbox, { due: 200, dead: 0 });
    },
  },
  {
    title: "16 workers claim 1,600 attempts, each attempt once",
    async run(scene) {
      const storeOf = await contenders(scene);
      for (let index = 0; index < 1600; index += 50) {
        await Promise.all(times(50, (next) => scene.insert({ order: `A-${index + next}`, dueAt: longAgo })));
      }
      const claimed: string[] = [];
      await Promise.all(
        times(16, async (worker) => {
          for (;;) {
            const claims = await storeOf(worker).claimAttempts({ banks: [bank], limit: 10, leaseMs: 600_000 });
            if (claims.length === 0) return;
            claimed.push(...claims.map(({ item }) => item.id));
          }
        }),
      );
      // A worker may find nothing while others claim the rest: what is left is claimed here.
      for (const { item } of await scene.store.claimAttempts({ banks: [bank], limit: 2000, leaseMs: 600_000 }))
        claimed.push(item.id);
      assert.equal(claimed.length, 1600);
      assert.equal(new Set(claimed).size, 1600);
    },
  },
  {
    title: "16 workers deliver 200 events of 50 orders, each once: events of money in order, and the others in order",
    async run(scene) {
      const storeOf = await contenders(scene);
      // One order after the other, so that the events of each are due next to each other.
      for (let index = 0; index < 50; index++) {
        const first = await scene.attempt({ order: `A-${index}`, amount: dop(1) });
        const second = await scene.attempt({ order: `A-${index}`, amount: dop(2) });
        for (const state of ["unknown", "declined", "approved"] as const) await scene.move(first.id, state);
        await scene.approve(second.id);
      }
      /** Which events of its order an event waits for: those of the same line. */
      const lineOf = ({ order, type }: OutboxEvent) => `${type.startsWith("order.") ? "money" : "rest"} of ${order}`;
      const underWay = new Set<string>();
      const told = new Map<string, string[]>();
      let left = 200;
      await Promise.all(
        times(16, async (worker) => {
          const store = storeOf(worker);
          while (left > 0) {
            const claims = await store.claimEvents({ banks: [bank], limit: 3, leaseMs: 600_000 });
            for (const { item } of claims) {
              const line = lineOf(item);
              assert.ok(!underWay.has(line), "the event before it in its line is under way");
              underWay.add(line);
            }
            await new Promise((resolve) => setTimeout(resolve, 1));
            for (const { item, fence } of claims) {
              const line = lineOf(item);
              told.set(line, [...(told.get(line) ?? []), item.type]);
              underWay.delete(line);
              left--;
              assert.equal(await store.settleClaim(item.id, fence, { kind: "done" }), true);
            }
          }
        }),
      );
      assert.equal(told.size, 100);
      for (const [line, types] of told) {
        assert.deepEqual(
          types,
          line.startsWith("money") ? ["order.paid", "order.paidAgain"] : ["attempt.unknown", "attempt.declined"],
        );
      }
      assert.deepEqual((await scene.store.stats()).outbox, { due: 0, dead: 0 });
    },
  },
];

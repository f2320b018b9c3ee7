import assert from "node:assert/strict";
import type { Store } from "../stores/store.ts";
import { type Case, dop, facts, type Scene } from "./scene.ts";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** The stores that contend: this one, and another process's, where there is one. */
async function contenders({ again, store, subject }: Scene): Promise<(index: number) => Store> {
  const other = subject.again ? await again() : store;
  return (index) => (index % 2 === 0 ? store : other);
}

/** Many at once. */
export const racing: Case[] = [
  {
    title: "in 200 races of 30 writers each, one writes, and its event is there once",
    async run(scene) {
      const storeOf = await contenders(scene);
      for (let race = 0; race < 200; race++) {
        const order = `A-${race}`;
        const { id } = await scene.attempt({ order });
        const results = await Promise.all(
          times(30, (index) =>
            storeOf(index).transition(id, 1, { state: "approved", facts: { ...facts, askedAt: index } }),
          ),
        );
        const winners = results.flatMap(({ written }, index) => (written ? [index] : []));
        assert.equal(winners.length, 1);
        assert.ok(results.every(({ attempt }) => attempt.version === 2 && attempt.facts.askedAt === winners[0]));
      }
      assert.deepEqual((await scene.store.stats()).outbox, { due: 200, dead: 0 });
    },
  },
  {
    title: "of 30 launches of one order at once, one opens an attempt and the others join it",
    async run(scene) {
      const storeOf = await contenders(scene);
      for (let race = 0; race < 20; race++) {
        const order = `A-${race}`;
        const results = await Promise.all(
          times(30, (index) => storeOf(index).insertAttempt(scene.draft({ order }), 0)),
        );
        assert.equal(results.filter(({ kind }) => kind === "inserted").length, 1);
        assert.equal(results.filter(({ kind }) => kind === "joined").length, 29);
        assert.equal((await scene.store.attemptsOf(order)).length, 1);
      }
    },
  },
  {
    title: "of 30 orders launched with one id at once, each has an attempt, and one of them the id",
    async run(scene) {
      const storeOf = await contenders(scene);
      const id = crypto.randomUUID();
      const results = await Promise.all(
        times(30, (index) => storeOf(index).insertAttempt(scene.draft({ id, order: `A-${index}` }), 0)),
      );
      assert.equal(new Set(results.map(({ attempt }) => attempt.id)).size, 30);
      assert.equal(results.filter(({ attempt }) => attempt.id === id).length, 1);
      for (const { attempt } of results) assert.deepEqual(await scene.store.findAttempt(attempt.id), attempt);
    },
  },
  {
    title: "of 30 approvals of one order at once, one pays it, and the others pay it again",
    async run(scene) {
      const storeOf = await contenders(scene);
      const attempts = [];
      for (let i = 0; i < 30; i++) attempts.push(await scene.attempt({ amount: dop(i + 1) }));
      await Promise.all(attempts.map(({ id }, i) => storeOf(i).transition(id, 1, { state: "approved", facts })));
      const types = [];
      for (let i = 0; i < 30; i++) {
        const { item, fence } = await scene.event();
        types.push(item.type);
        await scene.store.settleClaim(item.id, fence, { kind: "done" });
      }
      assert.equal(types[0], "order.paid");
      assert.ok(types.slice(1).every((type) => type === "order.paidAgain"));
    },
  },
  {
    title: "of 30 approvals under one reference at once, one is approved, and the others are under review",
    async run(scene) {
      const storeOf = await contenders(scene);
      const attempts = [];
      for (let i = 0; i < 30; i++) attempts.push(await scene.attempt({ order: `A-${i}` }));
      const verdict = { code: "00", reference: "R-1" };
      await Promise.all(
        attempts.map(({ id }, i) => storeOf(i).transition(id, 1, { state: "approved", facts: { ...facts, verdict } })),
      );
      const { approved, review } = (await scene.store.stats()).attempts;
      assert.deepEqual([approved, review], [1, 29]);
    },
  },
  {
    title: "16 workers claim 1,600 attempts, each of them once",
    async run(scene) {
      const storeOf = await contenders(scene);
      const dueAt = (await scene.store.now()) - 1000;
      await Promise.all(times(1600, (index) => scene.insert({ order: `A-${index}`, dueAt })));
      const claimed: string[] = [];
      await Promise.all(
        times(16, async (worker) => {
          for (;;) {
            const claims = await storeOf(worker).claimAttempts({ limit: 10, leaseMs: 600_000 });
            if (claims.length === 0) return;
            claimed.push(...claims.map(({ item }) => item.id));
          }
        }),
      );
      // A worker may find nothing because the others hold the rest for a moment.
      for (const { item } of await scene.store.claimAttempts({ limit: 2000, leaseMs: 600_000 })) claimed.push(item.id);
      assert.equal(claimed.length, 1600);
      assert.equal(new Set(claimed).size, 1600);
    },
  },
  {
    title: "16 workers deliver 150 events of 50 orders, each once, in line, and never two of one order at once",
    async run(scene) {
      const storeOf = await contenders(scene);
      // One order after the other, so that the events of each are due next to each other.
      for (let index = 0; index < 50; index++) {
        const { id } = await scene.attempt({ order: `A-${index}` });
        for (const state of ["unknown", "declined", "approved"] as const) await scene.move(id, state);
      }
      const underWay = new Set<string>();
      const told = new Map<string, string[]>();
      let left = 150;
      await Promise.all(
        times(16, async (worker) => {
          const store = storeOf(worker);
          while (left > 0) {
            const claims = await store.claimEvents({ limit: 3, leaseMs: 600_000 });
            for (const { item } of claims) {
              assert.ok(!underWay.has(item.order), "another event of the order is under way");
              underWay.add(item.order);
            }
            await new Promise((resolve) => setTimeout(resolve, 1));
            for (const { item, fence } of claims) {
              told.set(item.order, [...(told.get(item.order) ?? []), item.type]);
              underWay.delete(item.order);
              left--;
              assert.equal(await store.settleClaim(item.id, fence, { kind: "done" }), true);
            }
          }
        }),
      );
      assert.equal(told.size, 50);
      for (const types of told.values()) {
        assert.deepEqual(types, ["attempt.unknown", "attempt.declined", "order.paid"]);
      }
      assert.deepEqual((await scene.store.stats()).outbox, { due: 0, dead: 0 });
    },
  },
];

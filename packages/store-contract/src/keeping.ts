import assert from "node:assert/strict";
import type { Facts } from "@ventanilla/express/store";
import { assertNames, bank, type Case, dop, facts, idsOf } from "./scene.ts";

/** Texts that break careless code. */
const hostile = [
  "'; DROP TABLE attempts; --",
  '"quoted" `ticked` \\ back',
  "__proto__",
  "constructor",
  "toString",
  "$1 ?1 :a %s %% {}",
  "NULL",
  "",
  " \t\r\n\u001b[31m",
  "\u2028\u2029\u202e\ufeff",
  "<script>alert(1)</script>",
  "año · 通貨 · 💳🇩🇴 · עברית",
  "x".repeat(200),
  "💳".repeat(100),
];

/** Values are read as they were written, also later and in another process. */
export const keeping: Case[] = [
  {
    title: "an order id may be any text",
    async run({ approve, attempt, insert, store }) {
      for (const order of hostile) {
        const { id } = await attempt({ order, browserHash: order });
        assert.equal((await store.findAttempt(id))?.order, order);
        assert.equal(await store.launchedBy(id, order), true);
        await approve(id, `R-${order}`);
        assert.deepEqual(await insert({ order }), { kind: "paid", attempt: (await store.attemptsOf(order))[0] });
      }
      const claims = await store.claimEvents({ banks: [bank], limit: 100, leaseMs: 1000 });
      assert.deepEqual(idsOf(claims).toSorted(), hostile.map((order) => `paid:${order}`).toSorted());
    },
  },
  {
    title: "facts may be any text",
    async run({ attempt, move, store }) {
      const { id } = await attempt();
      for (const text of [...hostile, "x".repeat(100_000)]) {
        const said: Facts = { ...facts, returnTo: text, verdict: { code: "05", mismatch: [text] } };
        await move(id, "preparing", { facts: said });
        assert.deepEqual((await store.findAttempt(id))?.facts, said);
      }
    },
  },
  {
    title: "a fact with the name of a prototype is data",
    async run({ attempt, store }) {
      const said = JSON.parse('{"language":"es","mode":"popup","__proto__":{"state":"approved"}}') as Facts;
      const { id } = await attempt({ facts: said });
      const found = await store.findAttempt(id);
      assert.deepEqual(found?.facts, said);
      assert.equal(({} as { state?: unknown }).state, undefined);
    },
  },
  {
    title: "a NUL is kept, or refused by a clear error: never cut off",
    async run({ attempt, insert, store }) {
      for (const [field, draft] of [
        ["order", { order: "A\0B" }],
        ["facts", { order: "facts", facts: { ...facts, returnTo: "/a\0b" } }],
      ] as const) {
        const inserted = await insert(draft).catch((error: unknown) => error);
        if (inserted instanceof Error) {
          assertNames(field, inserted);
          assert.match(inserted.message, /NUL/);
          assert.deepEqual(await store.attemptsOf(draft.order).catch(() => []), []);
        } else {
          const [found] = await store.attemptsOf(draft.order);
          assert.equal(found?.order, draft.order);
          assert.equal(found?.facts.returnTo, "facts" in draft ? draft.facts.returnTo : undefined);
        }
      }
      await attempt({ order: "A" });
    },
  },
  {
    title: "amounts and times are kept exactly",
    async run({ attempt, move, store }) {
      for (const minor of [0, 1, 2 ** 31, 999_999_999_999, Number.MAX_SAFE_INTEGER]) {
        const { id } = await attempt({ order: `A-${minor}`, amount: dop(minor), tax: dop(minor) });
        await move(id, "opened", { windowEndsAt: minor });
        const found = await store.findAttempt(id);
        assert.deepEqual([found?.amount.minor, found?.tax.minor, found?.windowEndsAt], [minor, minor, minor]);
      }
    },
  },
  {
    title: "two processes read each other's writes",
    needs: ["again"],
    async run({ again, attempt, store }) {
      const { id } = await attempt({ browserHash: "mine" });
      const other = await again();
      const current = await other.findAttempt(id);
      assert.deepEqual(current, await store.findAttempt(id));
      assert.equal(await other.launchedBy(id, "mine"), true);
      const { written, attempt: after } = await other.transition(id, 1, {
        state: "approved",
        announce: "order.paid",
        facts,
      });
      assert.equal(written, true);
      assert.deepEqual(await store.findAttempt(id), after);
      assert.equal((await store.transition(id, 1, { state: "opened", facts })).written, false);
      assert.deepEqual(idsOf(await store.claimEvents({ banks: [bank], limit: 5, leaseMs: 60_000 })), ["paid:A-1"]);
      assert.deepEqual(await other.claimEvents({ banks: [bank], limit: 5, leaseMs: 60_000 }), []);
    },
  },
  {
    title: "everything is still there after all stores are closed",
    needs: ["again"],
    async run({ again, approve, attempt, event, insert, leaseMs, store }) {
      const { id } = await attempt();
      const approved = await approve(id, "R-1");
      const launch = crypto.randomUUID();
      await insert({ id: launch });
      const { item, fence } = await event();
      await store.close();
      const later = await again();
      assert.deepEqual(await later.findAttempt(launch), approved);
      assert.deepEqual(await later.claimEvents({ banks: [bank], limit: 5, leaseMs }), []);
      assert.equal(await later.settleClaim(item.id, fence, { kind: "done" }), true);
    },
  },
  {
    title: "a second migration applies and changes nothing",
    async run({ attempt, store }) {
      await store.migrate();
      const { id } = await attempt();
      const applied = await Promise.all(Array.from({ length: 10 }, () => store.migrate()));
      assert.deepEqual(applied.flat(), []);
      assert.equal((await store.findAttempt(id))?.id, id);
    },
  },
  {
    title: "checkWrite works at any time, and changes nothing",
    async run({ approve, attempt, event, store }) {
      await store.checkWrite();
      const { id } = await attempt();
      const after = await approve(id);
      const { item, fence } = await event();
      const stats = await store.stats();
      await Promise.all(Array.from({ length: 10 }, () => store.checkWrite()));
      assert.deepEqual(await store.stats(), stats);
      assert.deepEqual(await store.findAttempt(id), after);
      assert.equal(await store.settleClaim(item.id, fence, { kind: "done" }), true);
    },
  },
  {
    title: "a store may be closed twice",
    async run({ attempt, store }) {
      await attempt();
      await store.close();
      await store.close();
    },
  },
];

import assert from "node:assert/strict";
import { assertWritten, bank, type Case, clockErrorMs, facts, farAway, idsOf, longAgo } from "./scene.ts";

/** Which attempts are claimed, and for how long. */
export const claimingAttempts: Case[] = [
  {
    title: "attempts are claimed from their due time on, and at most as many as the limit",
    async run({ attempt, leaseMs, pass, store }) {
      for (const index of [1, 2, 3]) await attempt({ order: `due-${index}`, dueAt: longAgo + index });
      await attempt({ order: "later", dueAt: (await store.now()) + 2 * leaseMs + clockErrorMs });
      await attempt({ order: "never", dueAt: farAway });
      assert.equal((await store.claimAttempts({ banks: [bank], limit: 2, leaseMs: 4 * leaseMs + 4000 })).length, 2);
      assert.equal((await store.claimAttempts({ banks: [bank], limit: 2, leaseMs: 4 * leaseMs + 4000 })).length, 1);
      await pass(2 * leaseMs + 2 * clockErrorMs);
      const later = await store.claimAttempts({ banks: [bank], limit: 2, leaseMs });
      assert.deepEqual(
        later.map(({ item }) => item.order),
        ["later"],
      );
    },
  },
  {
    title: "a claim has the attempt as it is, and the end of its lease",
    async run({ attempt, leaseMs, store }) {
      const { id } = await attempt({ dueAt: longAgo });
      const before = await store.now();
      const [claim] = await store.claimAttempts({ banks: [bank], limit: 1, leaseMs });
      const after = await store.now();
      assert.deepEqual(claim?.item, await store.findAttempt(id));
      assert.equal(claim?.tries, 0);
      assertWritten(claim?.leaseUntil, before + leaseMs, after + leaseMs);
    },
  },
  {
    title: "a leased attempt is not claimed until the lease ends, and then with a higher fence",
    async run({ attempt, leaseMs, pass, store }) {
      const { id } = await attempt({ dueAt: longAgo });
      const [first] = await store.claimAttempts({ banks: [bank], limit: 5, leaseMs });
      assert.deepEqual(await store.claimAttempts({ banks: [bank], limit: 5, leaseMs }), []);
      await pass(leaseMs);
      const [second] = await store.claimAttempts({ banks: [bank], limit: 5, leaseMs });
      assert.equal(second?.item.id, id);
      assert.equal(second?.tries, 1);
      assert.ok((second?.fence ?? 0) > (first?.fence ?? 0));
    },
  },
  {
    title: "attempts whose window ends next are claimed first; those without an open window last",
    async run({ attempt, leaseMs, move, store }) {
      const now = await store.now();
      for (const [order, ends, dueAt] of [
        ["over", longAgo, longAgo],
        ["last", now + 600_000, longAgo + 1000],
        ["none", undefined, longAgo + 2000],
        ["next", now + 300_000, longAgo + 4000],
        ["second", now + 400_000, longAgo + 3000],
      ] as const) {
        const { id } = await attempt({ order, dueAt });
        if (ends !== undefined) await move(id, "opened", { windowEndsAt: ends });
      }
      const orders = [];
      for (let i = 0; i < 5; i++) {
        for (const { item } of await store.claimAttempts({ banks: [bank], limit: 1, leaseMs })) orders.push(item.order);
      }
      assert.deepEqual(orders.slice(0, 3), ["next", "second", "last"]);
      assert.deepEqual(orders.slice(3).toSorted(), ["none", "over"]);
    },
  },
  {
    title: "a claim does not change the version of an attempt",
    async run({ attempt, leaseMs, store }) {
      const { id, version } = await attempt({ dueAt: longAgo });
      assert.equal((await store.claimAttempts({ banks: [bank], limit: 1, leaseMs })).length, 1);
      assert.equal((await store.transition(id, version, { state: "opened", facts })).written, true);
    },
  },
  {
    title: "the due time that a change sets ends the lease",
    async run({ attempt, leaseMs, move, store }) {
      const { id } = await attempt({ dueAt: longAgo });
      await store.claimAttempts({ banks: [bank], limit: 1, leaseMs });
      await move(id, "opened", { dueAt: longAgo });
      assert.deepEqual(idsOf(await store.claimAttempts({ banks: [bank], limit: 1, leaseMs })), [id]);
    },
  },
  {
    title: "a claim takes attempts of its own bank",
    async run({ attempt, leaseMs, store }) {
      const here = await attempt({ order: "here", dueAt: longAgo });
      const there = await attempt({ order: "there", dueAt: longAgo, bank: "https://other.example" });
      const claimed = async (name: string) => idsOf(await store.claimAttempts({ banks: [name], limit: 10, leaseMs }));
      assert.deepEqual(await claimed("https://third.example"), []);
      assert.deepEqual(await claimed("https://other.example"), [there.id]);
      assert.deepEqual(await claimed(bank), [here.id]);
    },
  },
  {
    title: "a claim of several banks takes the attempts of each",
    async run({ attempt, leaseMs, store }) {
      const here = await attempt({ order: "here", dueAt: longAgo });
      const there = await attempt({ order: "there", dueAt: longAgo, bank: "https://other.example" });
      await attempt({ order: "third", dueAt: longAgo, bank: "https://third.example" });
      const lease = { banks: [bank, "https://other.example", "https://fourth.example"], limit: 10, leaseMs };
      assert.deepEqual(idsOf(await store.claimAttempts(lease)).toSorted(), [here.id, there.id].toSorted());
    },
  },
  {
    title: "what waits elsewhere is told by bank, with the attempts to ask about",
    async run({ attempt, move, store }) {
      const other = "https://other.example";
      const sealed = { facts: { ...facts, sealedKey: "k" } };
      await move((await attempt({ order: "here", dueAt: longAgo })).id, "opened", sealed);
      assert.deepEqual(await store.elsewhere([bank]), { banks: [], count: 0, attempts: [] });
      const there = await attempt({ order: "there", dueAt: longAgo + 5, bank: other });
      const opened = await move(there.id, "opened", sealed);
      await attempt({ order: "unopened", dueAt: longAgo, bank: "https://third.example" });
      const { banks, ...found } = await store.elsewhere([bank]);
      assert.deepEqual(
        banks.toSorted((a, b) => a.bank.localeCompare(b.bank)),
        [
          { bank: other, since: longAgo + 5 },
          { bank: "https://third.example", since: longAgo },
        ],
      );
      assert.deepEqual(found, { count: 1, attempts: [opened] });
      assert.deepEqual(await store.elsewhere([bank, other, "https://third.example"]), {
        banks: [],
        count: 0,
        attempts: [],
      });
      // An event is left, after the attempt has ended.
      await move(there.id, "declined", { dueAt: null });
      const { banks: left } = await store.elsewhere([bank, "https://third.example"]);
      assert.deepEqual([left.map((each) => each.bank), (left[0]?.since ?? 0) > longAgo], [[other], true]);
    },
  },
  {
    title: "a worker of no bank claims nothing, and all that waits is elsewhere",
    async run({ attempt, leaseMs, move, store }) {
      const { id } = await attempt({ dueAt: longAgo });
      assert.deepEqual(await store.claimAttempts({ banks: [], limit: 5, leaseMs }), []);
      const opened = await move(id, "opened", { facts: { ...facts, sealedKey: "k" } });
      const found = { banks: [{ bank, since: longAgo }], count: 1, attempts: [opened] };
      assert.deepEqual(await store.elsewhere([]), found);
      await move(id, "declined", { dueAt: null });
      assert.deepEqual(await store.claimEvents({ banks: [], limit: 5, leaseMs }), []);
      assert.equal((await store.claimEvents({ banks: [bank], limit: 5, leaseMs })).length, 1);
    },
  },
  {
    title: "the limit counts only attempts of the claim's bank",
    async run({ attempt, leaseMs, move, store }) {
      const now = await store.now();
      for (let index = 0; index < 6; index++) {
        const { id } = await attempt({ order: `other-${index}`, dueAt: longAgo, bank: "https://other.example" });
        if (index < 3) await move(id, "opened", { windowEndsAt: now + 300_000 });
      }
      const late = await attempt({ order: "late", dueAt: longAgo + 1000 });
      const open = await attempt({ order: "open", dueAt: longAgo + 1000 });
      await move(open.id, "opened", { windowEndsAt: now + 600_000 });
      assert.deepEqual(idsOf(await store.claimAttempts({ banks: [bank], limit: 2, leaseMs })), [open.id, late.id]);
    },
  },
];

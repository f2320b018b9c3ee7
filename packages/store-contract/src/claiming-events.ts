import assert from "node:assert/strict";
import { bank, type Case, clockErrorMs, dop, idsOf } from "./scene.ts";

/** Which events are claimed, and how a claim ends. */
export const claimingEvents: Case[] = [
  {
    title: "only the oldest event of each order is claimed",
    async run({ attempt, events, move, pass, leaseMs }) {
      const one = await attempt({ order: "A" }, "unknown");
      const two = await attempt({ order: "B" }, "unknown");
      await move(one.id, "declined");
      await move(two.id, "declined");
      assert.deepEqual(idsOf(await events()).toSorted(), [`unknown:${one.id}`, `unknown:${two.id}`].toSorted());
      assert.deepEqual(await events(), []);
      await pass(leaseMs);
      assert.deepEqual(idsOf(await events()).toSorted(), [`unknown:${one.id}`, `unknown:${two.id}`].toSorted());
    },
  },
  {
    title: "the next event of an order is claimed once the one before it is delivered",
    async run({ attempt, event, move, store }) {
      const { id } = await attempt({}, "unknown");
      await move(id, "declined");
      const first = await event();
      assert.equal(await store.settleClaim(first.item.id, first.fence, { kind: "done" }), true);
      assert.equal((await event()).item.id, `declined:${id}`);
    },
  },
  {
    title: "the next event of an order is claimed once the one before it is dead",
    async run({ attempt, event, move, store }) {
      const { id } = await attempt({}, "unknown");
      await move(id, "declined");
      const first = await event();
      assert.equal(await store.settleClaim(first.item.id, first.fence, { kind: "dead", error: "no" }), true);
      assert.equal((await event()).item.id, `declined:${id}`);
    },
  },
  {
    title: "an event that waits for a retry keeps the others of its order waiting",
    async run({ attempt, event, events, move, pass, store, leaseMs }) {
      const { id } = await attempt({}, "unknown");
      await move(id, "declined");
      const { item, fence } = await event();
      const at = (await store.now()) + leaseMs + clockErrorMs;
      assert.equal(await store.settleClaim(item.id, fence, { kind: "retry", at, error: "no" }), true);
      assert.deepEqual(await events(), []);
      await pass(leaseMs + 2 * clockErrorMs);
      const again = await event();
      assert.equal(again.item.id, `unknown:${id}`);
      assert.equal(again.tries, 1);
    },
  },
  {
    title: "events are claimed earliest first, and at most as many as the limit",
    async run({ attempt, events, pass }) {
      const ids = [];
      for (const order of ["C", "A", "B"]) {
        ids.push(`declined:${(await attempt({ order }, "declined")).id}`);
        await pass(5);
      }
      assert.deepEqual(idsOf(await events(2)).toSorted(), ids.slice(0, 2).toSorted());
      assert.deepEqual(idsOf(await events(2)), ids.slice(2));
    },
  },
  {
    title: "a lease that was lost to another claim settles nothing",
    async run({ attempt, event, leaseMs, pass, store }) {
      await attempt({}, "declined");
      const mine = await event();
      await pass(leaseMs);
      const theirs = await event();
      assert.ok(theirs.fence > mine.fence);
      for (const settlement of [
        { kind: "done" },
        { kind: "dead", error: "no" },
        { kind: "retry", at: 0, error: "no" },
      ] as const) {
        assert.equal(await store.settleClaim(mine.item.id, mine.fence, settlement), false);
      }
      assert.deepEqual((await store.stats()).outbox, { due: 1, dead: 0 });
      assert.equal(await store.settleClaim(theirs.item.id, theirs.fence, { kind: "done" }), true);
      assert.deepEqual((await store.stats()).outbox, { due: 0, dead: 0 });
    },
  },
  {
    title: "a lease that has ended can be settled until another claim takes it",
    async run({ attempt, event, leaseMs, pass, store }) {
      await attempt({}, "declined");
      const { item, fence } = await event();
      await pass(leaseMs);
      assert.equal(await store.settleClaim(item.id, fence, { kind: "done" }), true);
    },
  },
  {
    title: "a delivered event is never claimed again, and cannot be settled again",
    async run({ attempt, event, events, leaseMs, pass, store }) {
      await attempt({}, "declined");
      const { item, fence } = await event();
      await store.settleClaim(item.id, fence, { kind: "done" });
      await pass(leaseMs);
      assert.deepEqual(await events(), []);
      assert.equal(await store.settleClaim(item.id, fence, { kind: "retry", at: 0, error: "no" }), false);
      assert.deepEqual(await events(), []);
    },
  },
  {
    title: "any message of a failure is recorded",
    async run({ attempt, event, store }) {
      await attempt({}, "declined");
      for (const error of ["", "'; --", "a\0b", "\u001b[31m💳", "x".repeat(10_000)]) {
        const { item, fence } = await event();
        assert.equal(await store.settleClaim(item.id, fence, { kind: "retry", at: 0, error }), true);
      }
    },
  },
  {
    title: "an event that does not exist cannot be settled",
    async run({ store }) {
      assert.equal(await store.settleClaim("paid:nothing", 1, { kind: "done" }), false);
    },
  },
  {
    title: "a dead event is claimed only after it is revived",
    async run({ attempt, event, events, leaseMs, pass, store }) {
      const { id } = await attempt({}, "declined");
      const { item, fence } = await event();
      assert.equal(await store.reviveEvent(item.id), false);
      await store.settleClaim(item.id, fence, { kind: "dead", error: "no" });
      assert.equal(await store.settleClaim(item.id, fence, { kind: "done" }), false);
      assert.equal(await store.openDelivery(item.id, fence), undefined);
      await pass(leaseMs);
      assert.deepEqual(await events(), []);
      assert.equal(await store.reviveEvent(item.id), true);
      assert.equal(await store.reviveEvent(item.id), false);
      const revived = await event();
      assert.equal(revived.item.id, `declined:${id}`);
      await store.settleClaim(item.id, revived.fence, { kind: "done" });
      assert.equal(await store.reviveEvent(item.id), false);
      assert.equal(await store.reviveEvent("paid:nothing"), false);
    },
  },
  {
    title: "a revived event is not claimed while another of its order is leased",
    async run({ approve, attempt, event, events, store }) {
      const { id } = await attempt({}, "declined");
      await approve(id);
      const first = await event();
      await store.settleClaim(first.item.id, first.fence, { kind: "dead", error: "no" });
      const second = await event();
      assert.equal(second.item.id, "paid:A-1");
      assert.equal(await store.reviveEvent(first.item.id), true);
      assert.deepEqual(await events(), []);
      await store.settleClaim(second.item.id, second.fence, { kind: "done" });
      assert.equal((await event()).item.id, first.item.id);
    },
  },
  {
    title: "orders do not wait for each other",
    async run({ attempt, event, events, store }) {
      await attempt({ order: "A" }, "declined");
      const { item, fence } = await event();
      await store.settleClaim(item.id, fence, { kind: "retry", at: (await store.now()) + 60_000, error: "no" });
      const other = await attempt({ order: "B", amount: dop(5) }, "declined");
      assert.deepEqual(idsOf(await events()), [`declined:${other.id}`]);
    },
  },
  {
    title: "a claim of several banks takes the events of each",
    async run({ attempt, leaseMs, store }) {
      const here = await attempt({ order: "here" }, "declined");
      const there = await attempt({ order: "there", bank: "https://other.example" }, "declined");
      await attempt({ order: "third", bank: "https://third.example" }, "declined");
      const lease = { banks: [bank, "https://other.example"], limit: 10, leaseMs };
      assert.deepEqual(
        idsOf(await store.claimEvents(lease)).toSorted(),
        [`declined:${here.id}`, `declined:${there.id}`].toSorted(),
      );
    },
  },
  {
    title: "a claim takes events of its own bank",
    async run({ attempt, leaseMs, store }) {
      const here = await attempt({ order: "here" }, "declined");
      const there = await attempt({ order: "there", bank: "https://other.example" }, "declined");
      const claimed = async (name: string) => idsOf(await store.claimEvents({ banks: [name], limit: 10, leaseMs }));
      assert.deepEqual(await claimed("https://third.example"), []);
      assert.deepEqual(await claimed("https://other.example"), [`declined:${there.id}`]);
      assert.deepEqual(await claimed(bank), [`declined:${here.id}`]);
    },
  },
];

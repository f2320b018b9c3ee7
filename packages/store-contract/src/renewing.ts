import assert from "node:assert/strict";
import { type Case, clockErrorMs } from "./scene.ts";

/** A claim is renewed while its hook runs. */
export const renewing: Case[] = [
  {
    title: "a renewed claim lasts from its renewal",
    async run({ attempt, event, events, leaseMs, pass, store }) {
      const { id } = await attempt({}, "declined");
      const { item, fence } = await event();
      await pass(leaseMs / 2);
      assert.equal(await store.renewClaim(item.id, fence, 10 * leaseMs), true);
      await pass(leaseMs);
      assert.deepEqual(await events(), []);
      assert.equal(await store.renewClaim(item.id, fence, leaseMs), true);
      await pass(leaseMs);
      const next = await event();
      assert.deepEqual([next.item.id, next.tries], [`declined:${id}`, 1]);
    },
  },
  {
    title: "a claim whose lease has ended can be renewed until another claim takes it",
    async run({ attempt, event, events, leaseMs, pass, store }) {
      await attempt({}, "declined");
      const { item, fence } = await event();
      await pass(2 * leaseMs);
      assert.equal(await store.renewClaim(item.id, fence, leaseMs), true);
      assert.deepEqual(await events(), []);
      assert.equal(await store.settleClaim(item.id, fence, { kind: "done" }), true);
    },
  },
  {
    title: "a claim that was lost to another cannot be renewed, and the other one does not change",
    async run({ attempt, event, events, leaseMs, pass, store }) {
      await attempt({}, "declined");
      const mine = await event();
      await pass(leaseMs);
      const theirs = await event();
      assert.equal(await store.renewClaim(mine.item.id, mine.fence, 10 * leaseMs), false);
      await pass(leaseMs);
      assert.equal((await events()).length, 1, "the other lease has ended at its own time");
      assert.equal(await store.renewClaim(theirs.item.id, theirs.fence, leaseMs), false);
    },
  },
  {
    title: "a claim that is settled cannot be renewed, however it was settled",
    async run({ attempt, event, events, leaseMs, pass, store }) {
      for (const settlement of [{ kind: "done" }, { kind: "dead", error: "no" }] as const) {
        await attempt({ order: settlement.kind }, "declined");
        const { item, fence } = await event();
        await store.settleClaim(item.id, fence, settlement);
        assert.equal(await store.renewClaim(item.id, fence, leaseMs), false);
      }
      await attempt({ order: "delivered" }, "declined");
      const { item, fence } = await event();
      await (await store.openDelivery(item.id, fence))?.commit();
      assert.equal(await store.renewClaim(item.id, fence, leaseMs), false);
      await pass(leaseMs);
      assert.deepEqual(await events(), []);
    },
  },
  {
    title: "a late renewal does not move the next try of a claim that was settled",
    async run({ attempt, event, events, leaseMs, pass, store }) {
      await attempt({}, "declined");
      const { item, fence } = await event();
      const at = (await store.now()) + 10 * leaseMs;
      await store.settleClaim(item.id, fence, { kind: "retry", at, error: "no" });
      assert.equal(await store.renewClaim(item.id, fence, leaseMs), false);
      await pass(5 * leaseMs);
      assert.deepEqual(await events(), []);
      await pass(6 * leaseMs + clockErrorMs);
      assert.equal((await event()).item.id, item.id);
    },
  },
  {
    title: "the claim of an event that does not exist cannot be renewed",
    async run({ leaseMs, store }) {
      assert.equal(await store.renewClaim("paid:nothing", 1, leaseMs), false);
    },
  },
];

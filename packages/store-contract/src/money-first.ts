import assert from "node:assert/strict";
import { bank, type Case, dop, farAway, idsOf, longAgo, type Scene } from "./scene.ts";

/** Approves an attempt that was declined. Returns its id, and the claim on the event of the refusal. */
async function approveLate({ approve, attempt, event }: Scene) {
  const { id } = await attempt({}, "declined");
  await approve(id);
  return { id, declined: await event() };
}

/** Events of money wait only for each other, and for events that nobody has claimed. */
export const moneyFirst: Case[] = [
  {
    title: "order.paid waits for an older event only until that is claimed",
    async run(scene) {
      const { id, declined } = await approveLate(scene);
      assert.equal(declined.item.id, `declined:${id}`);
      assert.equal((await scene.event()).item.id, "paid:A-1");
    },
  },
  {
    title: "an event whose hook keeps failing does not delay order.paid",
    async run(scene) {
      const { declined } = await approveLate(scene);
      const at = (await scene.store.now()) + 10 * scene.leaseMs;
      await scene.store.settleClaim(declined.item.id, declined.fence, { kind: "retry", at, error: "no" });
      assert.equal((await scene.event()).item.id, "paid:A-1");
    },
  },
  {
    title: "order.paid does not wait for an event that itself waits for one whose hook keeps failing",
    async run({ approve, attempt, event, events, leaseMs, store }) {
      await attempt({}, "declined");
      const { item, fence } = await event();
      const at = (await store.now()) + 10 * leaseMs;
      await store.settleClaim(item.id, fence, { kind: "retry", at, error: "no" });
      await attempt({ amount: dop(200) }, "declined");
      await approve((await attempt({ amount: dop(300) })).id);
      assert.deepEqual(idsOf(await events()), ["paid:A-1"]);
    },
  },
  {
    title: "order.paid does not wait for an event behind one of another bank, whose router may be gone",
    async run({ approve, attempt, events }) {
      await attempt({ bank: "https://other.example" }, "declined");
      await attempt({ amount: dop(200) }, "declined");
      await approve((await attempt({ amount: dop(300) })).id);
      assert.deepEqual(idsOf(await events()), ["paid:A-1"]);
    },
  },
  {
    title: "order.paidAgain waits for order.paid, leased or waiting for a retry, and follows it",
    async run({ approve, attempt, event, events, store }) {
      const [one, two] = [await attempt(), await attempt({ amount: dop(200) })];
      await approve(one.id);
      await approve(two.id);
      const paid = await event();
      assert.equal(paid.item.id, "paid:A-1");
      assert.deepEqual(await events(), []);
      await store.settleClaim(paid.item.id, paid.fence, { kind: "retry", at: longAgo, error: "no" });
      const again = await event();
      assert.equal(again.item.id, "paid:A-1");
      await store.settleClaim(again.item.id, again.fence, { kind: "done" });
      assert.equal((await event()).item.id, `paidAgain:${two.id}`);
    },
  },
  {
    title: "any other event waits for an older order.paid",
    async run({ approve, attempt, event, events, move, store }) {
      const [one, two] = [await attempt(), await attempt({ amount: dop(200) })];
      await approve(one.id);
      await move(two.id, "declined");
      const paid = await event();
      assert.deepEqual(await events(), []);
      await store.settleClaim(paid.item.id, paid.fence, { kind: "done" });
      assert.equal((await event()).item.id, `declined:${two.id}`);
    },
  },
  {
    title: "order.paid does not wait for an unclaimed event of another bank, whose router may be gone",
    async run({ approve, attempt, events }) {
      await attempt({ bank: "https://other.example" }, "declined");
      await approve((await attempt()).id);
      assert.deepEqual(idsOf(await events()), ["paid:A-1"]);
    },
  },
  {
    title: "order.paidAgain waits for order.paid at another bank",
    async run({ approve, attempt, event, events, insert, leaseMs, store }) {
      const one = await attempt({ bank: "https://other.example" });
      // Launched when the window of the first was long over.
      const { attempt: two } = await insert({}, farAway);
      await approve(one.id);
      await approve(two.id);
      assert.deepEqual(await events(), []);
      const [paid] = await store.claimEvents({ banks: ["https://other.example"], limit: 5, leaseMs });
      assert.equal(paid?.item.id, "paid:A-1");
      await store.settleClaim(paid.item.id, paid.fence, { kind: "done" });
      assert.equal((await event()).item.id, `paidAgain:${two.id}`);
      assert.deepEqual(await store.claimEvents({ banks: [bank], limit: 5, leaseMs }), []);
    },
  },
];

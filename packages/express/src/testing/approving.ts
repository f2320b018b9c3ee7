import assert from "node:assert/strict";
import { eventTypes } from "../stores/store.ts";
import { type Case, dop, facts, idsOf } from "./scene.ts";

/** What moves write into the outbox, and who pays the order. */
export const approving: Case[] = [
  {
    title: "the first approval pays the order, and says so once",
    async run({ approve, attempt, event, events, store }) {
      const { id } = await attempt();
      const before = await store.now();
      await approve(id, "R-1");
      const { item } = await event();
      const { createdAt, ...rest } = item;
      assert.deepEqual(rest, {
        id: "paid:A-1",
        type: "order.paid",
        order: "A-1",
        attempt: id,
        verdict: { code: "00", reference: "R-1" },
      });
      assert.ok(Math.abs(createdAt - before) < 10_000);
      await store.settleClaim(item.id, 1, { kind: "done" });
      await approve(id, "R-1");
      assert.deepEqual(await events(), []);
    },
  },
  {
    title: "every later approval of the order pays it again",
    async run({ approve, attempt, event, store }) {
      const ids = [];
      for (const minor of [1, 2, 3]) ids.push((await attempt({ amount: dop(minor) })).id);
      for (const id of ids.toReversed()) await approve(id);
      const told = [];
      for (let i = 0; i < 3; i++) {
        const { item, fence } = await event();
        told.push([item.id, item.type, item.attempt]);
        await store.settleClaim(item.id, fence, { kind: "done" });
      }
      assert.deepEqual(told, [
        ["paid:A-1", "order.paid", ids[2]],
        [`paidAgain:${ids[1]}`, "order.paidAgain", ids[1]],
        [`paidAgain:${ids[0]}`, "order.paidAgain", ids[0]],
      ]);
    },
  },
  ...(["declined", "expired", "unknown", "review"] as const).map(
    (state): Case => ({
      title: `a move to ${state} writes its event`,
      async run({ attempt, event, move }) {
        const { id } = await attempt({}, "opened");
        await move(id, state, { facts: { ...facts, verdict: { code: "05" } } });
        const { item } = await event();
        assert.deepEqual(
          [item.id, item.type, item.order, item.attempt, item.verdict],
          [`${state}:${id}`, eventTypes[state], "A-1", id, { code: "05" }],
        );
      },
    }),
  ),
  {
    title: "a move to a state that nobody waits for writes no event",
    async run({ attempt, events, move }) {
      const { id } = await attempt();
      await move(id, "opened");
      assert.deepEqual(await events(), []);
    },
  },
  {
    title: "an event without a verdict has none",
    async run({ attempt, event }) {
      await attempt({}, "expired");
      assert.equal("verdict" in (await event()).item, false);
    },
  },
  {
    title: "an event keeps what the bank had said when it was written",
    async run({ attempt, event, move, store }) {
      const { id } = await attempt();
      await move(id, "declined", { facts: { ...facts, verdict: { code: "05" } } });
      await move(id, "approved", { facts: { ...facts, verdict: { code: "00", authorizationCode: "1" } } });
      const declined = await event();
      assert.deepEqual(declined.item.verdict, { code: "05" });
      await store.settleClaim(declined.item.id, declined.fence, { kind: "done" });
      assert.deepEqual((await event()).item.verdict, { code: "00", authorizationCode: "1" });
    },
  },
  {
    title: "a reference that another attempt was approved with turns an approval into a review",
    async run({ approve, attempt, events, insert, move, store }) {
      const [one, two] = [await attempt(), await attempt({ order: "B-2" })];
      await approve(one.id, "R-1");
      const verdict = { code: "00", reference: "R-1", maskedCard: "411111******1111" };
      const after = await move(two.id, "approved", { facts: { ...facts, verdict } });
      const judged = { ...verdict, mismatch: ["RetrievalReferenceNumber"] };
      assert.equal(after.state, "review");
      assert.deepEqual(after.facts.verdict, judged);
      assert.deepEqual(await store.findAttempt(two.id), after);
      const told = await events();
      assert.deepEqual(idsOf(told), ["paid:A-1", `review:${two.id}`]);
      assert.deepEqual(told[1]?.item.verdict, judged);
      assert.equal((await insert({ order: "B-2" })).kind, "blocked");
    },
  },
  {
    title: "a reference counts within an order as well",
    async run({ approve, attempt }) {
      const [one, two] = [await attempt(), await attempt({ amount: dop(200) })];
      await approve(one.id, "R-1");
      assert.equal((await approve(two.id, "R-1")).state, "review");
    },
  },
  {
    title: "approvals without a reference are none of each other's business",
    async run({ approve, attempt }) {
      const [one, two] = [await attempt(), await attempt({ order: "B-2" })];
      assert.equal((await approve(one.id)).state, "approved");
      assert.equal((await approve(two.id)).state, "approved");
    },
  },
  {
    title: "an approval after a refusal, a doubt or a review pays the order",
    async run({ approve, attempt, insert }) {
      for (const state of ["expired", "unknown", "declined", "review"] as const) {
        const { id } = await attempt({ order: state }, state);
        assert.equal((await approve(id)).state, "approved");
        assert.equal((await insert({ order: state })).kind, "paid");
      }
    },
  },
];

import assert from "node:assert/strict";
import { assertWritten, type Case, dop, facts, farAway, longAgo } from "./scene.ts";

/** What monitoring and people see of the store. */
export const watching: Case[] = [
  {
    title: "the backlog of an empty store is empty",
    async run({ store }) {
      assert.deepEqual(await store.backlog(farAway), { dead: 0, failing: 0, unknown: 0, review: 0, closing: [] });
    },
  },
  {
    title: "the backlog has the earliest due times of attempts and events",
    async run({ attempt, move, store }) {
      const early = await attempt({ order: "A", dueAt: longAgo });
      await attempt({ order: "B", dueAt: longAgo + 1000 });
      assert.equal((await store.backlog(0)).attemptsSince, longAgo);
      const before = await store.now();
      await move(early.id, "declined", { dueAt: null });
      const { attemptsSince, eventsSince } = await store.backlog(0);
      assert.equal(attemptsSince, longAgo + 1000);
      assertWritten(eventsSince, before, await store.now());
    },
  },
  {
    title: "dead events are counted until they are revived",
    async run({ attempt, event, store }) {
      await attempt({}, "declined");
      const { item, fence } = await event();
      await store.settleClaim(item.id, fence, { kind: "dead", error: "no" });
      const { dead, eventsSince } = await store.backlog(0);
      assert.deepEqual([dead, eventsSince], [1, undefined]);
      await store.reviveEvent(item.id);
      assert.equal((await store.backlog(0)).dead, 0);
    },
  },
  {
    title: "an event that was claimed three times counts as failing until it is delivered or dead",
    async run({ attempt, event, store }) {
      for (const [order, ends] of [
        ["A", { kind: "done" }],
        ["B", { kind: "dead", error: "no" }],
      ] as const) {
        await attempt({ order }, "declined");
        for (let tries = 0; tries < 2; tries++) {
          const { item, fence } = await event();
          assert.equal((await store.backlog(0)).failing, 0);
          await store.settleClaim(item.id, fence, { kind: "retry", at: longAgo, error: "no" });
        }
        // Also when its hook never ends, so that it never fails.
        const { item, fence } = await event();
        assert.equal((await store.backlog(0)).failing, 1);
        await store.settleClaim(item.id, fence, ends);
        assert.equal((await store.backlog(0)).failing, 0);
      }
    },
  },
  {
    title: "the backlog lists the opened attempts whose window ends next, earliest first",
    async run({ attempt, move, store }) {
      const now = await store.now();
      for (const [order, state, windowEndsAt] of [
        ["second", "opened", now + 500_000],
        ["first", "opened", now + 400_000],
        ["over", "opened", longAgo],
        ["later", "opened", now + 800_000],
        ["preparing", "preparing", now + 400_000],
        ["declined", "declined", now + 400_000],
      ] as const) {
        await move((await attempt({ order })).id, state, { windowEndsAt });
      }
      const { closing } = await store.backlog(now + 600_000);
      assert.deepEqual(
        closing.map(({ order }) => order),
        ["first", "second"],
      );
      assert.deepEqual(closing[0], (await store.attemptsOf("first"))[0]);
    },
  },
  {
    title: "the backlog lists at most a hundred such attempts",
    async run({ attempt, move, store }) {
      const now = await store.now();
      for (let i = 0; i < 103; i++) {
        const { id } = await attempt({ order: `A-${i}` });
        await move(id, "opened", { windowEndsAt: now + 900_000 - i });
      }
      const { closing } = await store.backlog(now + 1_000_000);
      assert.equal(closing.length, 100);
      assert.equal(closing[0]?.order, "A-102");
    },
  },
  {
    title: "what needs a person is listed, oldest first, until it is resolved or revived",
    async run({ approve, attempt, event, move, store }) {
      const ids: string[] = [];
      for (const [order, state] of [
        ["A", "unknown"],
        ["B", "review"],
        ["C", "declined"],
      ] as const) {
        ids.push((await attempt({ order }, state)).id);
        const claim = await event();
        await store.settleClaim(claim.item.id, claim.fence, { kind: "done" });
      }
      await approve((await attempt({ order: "D" })).id);
      const { item, fence } = await event();
      await store.settleClaim(item.id, fence, { kind: "dead", error: "no paper" });
      const listed = await store.unsettled(10);
      assert.deepEqual(
        listed.attempts.map(({ id }) => id),
        ids.slice(0, 2),
      );
      assert.deepEqual(listed.events, [{ ...item, error: "no paper" }]);
      assert.deepEqual(listed.counts, { paidTwice: 0, review: 1, unconfirmed: 0, unknown: 1, events: 1 });
      const [first] = listed.attempts;
      assert.ok(first);
      await move(first.id, "unknown", {
        facts: { ...first.facts, resolution: { paid: false, reason: "the bank says so", by: "Ana", at: 1 } },
      });
      await store.reviveEvent(item.id);
      const left = await store.unsettled(10);
      assert.deepEqual([left.attempts.map(({ id }) => id), left.events], [ids.slice(1, 2), []]);
    },
  },
  {
    title: "the statistics count the attempts by state, and the events of the outbox",
    async run({ approve, attempt, event, store }) {
      await approve((await attempt({ order: "A" })).id);
      const { item, fence } = await event();
      await store.settleClaim(item.id, fence, { kind: "dead", error: "no" });
      await attempt({ order: "B" }, "declined");
      await attempt({ order: "B", amount: dop(7) }, "opened");
      await attempt({ order: "C" });
      assert.deepEqual(await store.stats(), {
        attempts: {
          preparing: 1,
          opened: 1,
          expired: 0,
          unknown: 0,
          declined: 1,
          review: 0,
          approved: 1,
        },
        outbox: { due: 1, dead: 1 },
      });
    },
  },
  {
    title: "many attempts of one kind hide none of another: each kind has its own limit, and its count",
    async run({ attempt, move, store }) {
      const ids: string[] = [];
      for (const state of ["unknown", "review", "declined"] as const) {
        for (let i = 0; i < 4; i++) {
          const { id } = await attempt({ order: `${state}-${i}` }, state);
          if (state === "declined") await move(id, state, { facts: { ...facts, unconfirmedAt: 7 } });
          if (i < 2) ids.push(id);
        }
      }
      const { attempts, counts } = await store.unsettled(2);
      assert.deepEqual(
        attempts.map(({ id }) => id),
        ids,
      );
      assert.deepEqual(counts, { paidTwice: 0, review: 4, unconfirmed: 4, unknown: 4, events: 0 });
    },
  },
];

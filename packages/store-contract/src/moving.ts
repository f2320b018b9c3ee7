import assert from "node:assert/strict";
import { bank, type Case, clockErrorMs, facts, idsOf, longAgo } from "./scene.ts";

/** Compare-and-set of attempts. */
export const moving: Case[] = [
  {
    title: "a change is written with the next version, and returned as it is then",
    async run({ attempt, store }) {
      const { id } = await attempt();
      const { written, attempt: after } = await store.transition(id, 1, {
        state: "opened",
        facts: { ...facts, openedAt: 5 },
        windowEndsAt: 2000,
      });
      assert.ok(written);
      assert.deepEqual([after.state, after.version, after.windowEndsAt], ["opened", 2, 2000]);
      assert.deepEqual(after.facts, { ...facts, openedAt: 5 });
      assert.deepEqual(await store.findAttempt(id), after);
    },
  },
  {
    title: "of two writers with one version, one writes and the other gets the result",
    async run({ attempt, store }) {
      const { id, version } = await attempt();
      const first = await store.transition(id, version, { state: "opened", facts: { ...facts, SESSION: "one" } });
      const second = await store.transition(id, version, { state: "opened", facts: { ...facts, SESSION: "two" } });
      assert.deepEqual([first.written, second.written], [true, false]);
      assert.deepEqual(second.attempt, first.attempt);
      assert.deepEqual(await store.findAttempt(id), first.attempt);
    },
  },
  {
    title: "a version that is too high is refused like one that is too low",
    async run({ attempt, store }) {
      const { id, version } = await attempt();
      for (const wrong of [version - 1, version + 1]) {
        assert.equal((await store.transition(id, wrong, { state: "opened", facts })).written, false);
      }
    },
  },
  {
    title: "the facts are replaced as a whole: an omitted fact is gone",
    async run({ attempt, store }) {
      const { id } = await attempt({ facts: { ...facts, sealedKey: "secret", SESSION: "s" } });
      const { attempt: after } = await store.transition(id, 1, { state: "declined", facts });
      assert.deepEqual(after.facts, facts);
      assert.deepEqual((await store.findAttempt(id))?.facts, facts);
    },
  },
  {
    title: "the window's end and the return hash stay when a change does not name them",
    async run({ attempt, move, store }) {
      const { id } = await attempt();
      await move(id, "opened", { windowEndsAt: 2000, returnHash: "hash" });
      const after = await move(id, "opened");
      assert.equal(after.windowEndsAt, 2000);
      assert.deepEqual(await store.findByReturnHash("hash"), after);
    },
  },
  {
    title: "a change keeps, moves or removes the due time",
    async run({ attempt, leaseMs, move, pass, store }) {
      const claim = async () => idsOf(await store.claimAttempts({ banks: [bank], limit: 10, leaseMs: 0 }));
      const { id } = await attempt({ dueAt: longAgo });
      await move(id, "preparing");
      assert.deepEqual(await claim(), [id]);
      await move(id, "preparing", { dueAt: (await store.now()) + leaseMs + clockErrorMs });
      assert.deepEqual(await claim(), []);
      await pass(leaseMs + 2 * clockErrorMs);
      assert.deepEqual(await claim(), [id]);
      await move(id, "preparing", { dueAt: null });
      assert.deepEqual(await claim(), []);
    },
  },
  {
    title: "a refused change writes nothing at all",
    async run({ attempt, events, insert, store }) {
      const current = await attempt({ dueAt: longAgo });
      const moved = { state: "approved", announce: "order.paid" } as const;
      const change = { ...moved, facts, windowEndsAt: 1, returnHash: "hash", dueAt: null };
      assert.equal((await store.transition(current.id, 9, change)).written, false);
      assert.deepEqual(await store.findAttempt(current.id), current);
      assert.equal(await store.findByReturnHash("hash"), undefined);
      assert.equal((await store.claimAttempts({ banks: [bank], limit: 10, leaseMs: 1000 })).length, 1);
      assert.deepEqual(await events(), []);
      assert.equal((await insert()).kind, "joined");
    },
  },
];

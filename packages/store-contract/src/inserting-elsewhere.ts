import assert from "node:assert/strict";
import { type Case, facts } from "./scene.ts";

/** The insertion of drafts beside attempts at another bank, or for another merchant number. */
export const insertingElsewhere: Case[] = [
  {
    title:
      "a live attempt at another bank, or for another merchant number, blocks its order until its window has ended",
    async run({ attempt, insert, move }) {
      const here = { facts: { ...facts, merchantNumber: "1" } };
      const elsewhere = {
        bank: { ...here, bank: "https://other.example" },
        number: { facts: { ...facts, merchantNumber: "2" } },
      };
      for (const [name, other] of Object.entries(elsewhere)) {
        const there = await attempt({ ...other, order: name });
        assert.equal(there.bank, "bank" in other ? other.bank : there.bank);
        assert.deepEqual(await insert({ ...here, order: name }), { kind: "blocked", attempt: there }, name);
        assert.deepEqual(await insert({ ...other, order: name }), { kind: "joined", attempt: there }, name);
        const opened = await move(there.id, "opened", { windowEndsAt: 10_000_000 });
        assert.deepEqual(await insert({ ...here, order: name }, 1000), { kind: "blocked", attempt: opened }, name);
        // 40 minutes after the end of the window.
        assert.equal((await insert({ ...here, order: name }, 12_399_999)).kind, "blocked", name);
        assert.equal((await insert({ ...here, order: name }, 12_400_000)).kind, "inserted", name);
      }
    },
  },
  {
    title: "an attempt at another bank that never reached its page, or that has ended, does not block its order",
    async run({ attempt, insert, move }) {
      const failed = await attempt({ order: "failed", bank: "https://other.example" });
      await move(failed.id, "preparing", { facts: { ...facts, launchFailure: "unreachable" } });
      const expired = await attempt({ order: "expired", bank: "https://other.example" });
      await move(expired.id, "expired");
      for (const order of ["failed", "expired"]) assert.equal((await insert({ order })).kind, "inserted", order);
    },
  },
  {
    title: "an attempt without a merchant number, from an earlier version, is joined for any",
    async run({ attempt, insert }) {
      const old = await attempt();
      for (const merchantNumber of ["1", "2"]) {
        assert.deepEqual(await insert({ facts: { ...facts, merchantNumber } }), { kind: "joined", attempt: old });
      }
    },
  },
];

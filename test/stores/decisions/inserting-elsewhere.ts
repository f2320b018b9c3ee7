import assert from "node:assert/strict";
import { AlikeOrderError, insertAttempt } from "@ventanilla/express/store";
import { type Cases, contenders, facts } from "../../../packages/store-contract/src/scene.ts";

/** The insertion of drafts beside attempts at another bank, for another merchant, or of an order spelled alike. */
export const insertingElsewhere: Cases = {
  async "a live attempt at another bank, or for another merchant or terminal, blocks its order until its window has ended"({
    attempt,
    insert,
    move,
  }) {
    const merchant = { number: "1", terminal: "1", acquirer: "349", name: "COLMADO" };
    const here = { facts: { ...facts, merchant } };
    const elsewhere = {
      bank: { ...here, bank: "https://other.example" },
      number: { facts: { ...facts, merchant: { ...merchant, number: "2" } } },
      terminal: { facts: { ...facts, merchant: { ...merchant, terminal: "2" } } },
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
  async "an attempt at another bank that never reached its page, or that has ended, does not block its order"({
    attempt,
    insert,
    move,
  }) {
    const failed = await attempt({ order: "failed", bank: "https://other.example" });
    await move(failed.id, "preparing", { facts: { ...facts, launchFailure: "unreachable" } });
    const expired = await attempt({ order: "expired", bank: "https://other.example" });
    await move(expired.id, "expired");
    for (const order of ["failed", "expired"]) assert.equal((await insert({ order })).kind, "inserted", order);
  },
  async "of the orders that are spelled alike, only the first one gets an attempt"(scene) {
    const { insert, store } = scene;
    const storeOf = await contenders(scene);
    const alike = ["1005", "01005", "+1005", "1005.0"].map((order) => scene.draft({ order, spelling: "1005" }));
    const settled = await Promise.allSettled(alike.map((draft, index) => insertAttempt(storeOf(index), draft, 0)));
    const first = settled.find((each) => each.status === "fulfilled")?.value.attempt;
    assert.ok(first);
    const refused = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    assert.deepEqual(
      refused.map((error) => [error instanceof AlikeOrderError, error.order]),
      [1, 2, 3].map(() => [true, first.order]),
    );
    for (const { order, id } of alike) {
      const attempts = await store.attemptsOf(order);
      assert.equal(attempts.length, order === first.order ? 1 : 0, order);
      assert.equal((await store.findAttempt(id))?.order, order === first.order ? order : undefined);
    }
    assert.equal("spelling" in first.facts || "spellingKey" in first.facts, false);
    // The same order again, and one that its shop has named.
    assert.equal((await insert({ order: first.order, spelling: "1005" })).kind, "joined");
    assert.equal((await insert({ order: first.order === "1005" ? "01005" : "1005" })).kind, "inserted");
    assert.equal((await insert({ order: "1006", spelling: "1006" })).kind, "inserted");
  },
};

import assert from "node:assert/strict";
import { test } from "node:test";
import type { HistoryEntry } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Attempt } from "@ventanilla/express/store";
import { resolved } from "#express/attempt/decided.ts";
import type { TransitionEvent } from "#express/attempt/event.ts";
import { openedAttempt } from "#express/attempt/opened-attempt.fixture.ts";
import { record } from "#express/record.ts";
import { historyOf } from "#express/staff/history-of.ts";
import { keptIn, place } from "../../kept.ts";
import { cards, comeBack, openShop, pay, payAtBank, sessionIn } from "../../shop.ts";

const linesOf = (entries: readonly HistoryEntry[]) => entries.map(({ at, ...line }) => line);

test("a payment's history is what happened to it, oldest first, with the times of the store", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, background: false });
  const before = await store.now();
  const id = await pay(shop, "A-1", cards.approved);
  const attempt = (await keptIn(store).findAttempt(id)) as Attempt;
  const { entries, omitted } = historyOf(attempt);
  assert.deepEqual(linesOf(entries), [
    { what: "launched", state: "opened" },
    { what: "returned" },
    { what: "answered", answer: "approved", code: "00", state: "approved" },
  ]);
  assert.equal(omitted, undefined);
  const times = entries.map(({ at }) => at);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.ok(before <= (times[0] ?? 0) && (times.at(-1) ?? 0) <= (await store.now()));
  assert.equal(times.at(-1), attempt.facts.settledAt);
});

test("a history holds no session, key, token or card", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, background: false });
  const id = crypto.randomUUID();
  const session = await sessionIn(await shop.launch("A-1", { attempt: id }));
  const launched = (await keptIn(store).findAttempt(id)) as Attempt;
  await comeBack(await payAtBank(shop, session, cards.approved));
  const text = JSON.stringify((await keptIn(store).findAttempt(id))?.facts.history);
  const { SESSION = "", sealedKey = "" } = launched.facts;
  for (const secret of [SESSION, sealedKey, cards.approved, cards.approved.slice(0, 6)]) {
    assert.ok(secret.length > 3 && !text.includes(secret), secret);
  }
  // Random ids and times may hold any four digits.
  const said = text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{13}\b/g, "");
  assert.ok(!said.includes(cards.approved.slice(-4)), said);
});

test("a history keeps its first 8 and its last 32 entries, and counts the others", async () => {
  const store = sqliteStore(":memory:");
  let attempt = await place(store, { state: "opened", facts: { sealedKey: "x.y" } });
  const tell = async (event: TransitionEvent) => {
    attempt = (await record(keptIn(store), attempt, event)).attempt;
  };
  const kinds = ["unclear", "wrongKey"] as const;
  const total = 100;
  for (let i = 0; i < total; i++) {
    await tell({ type: "answered", answer: { kind: i < 8 ? "empty" : (kinds[i % 2] ?? "unclear") } });
    const { entries, omitted = 0 } = attempt.facts.history ?? assert.fail();
    assert.equal(entries.length + omitted, i + 1);
    assert.equal(entries.length, Math.min(40, i + 1));
  }
  const { entries, omitted } = attempt.facts.history ?? assert.fail();
  assert.equal(omitted, total - 40);
  assert.deepEqual(
    entries.map((entry) => "answer" in entry && entry.answer),
    [...Array.from({ length: 8 }, () => "empty"), ...Array.from({ length: 32 }, (_, i) => kinds[i % 2])],
  );
});

test("no number of visits leaves out what the bank decided and what a person said", async () => {
  const store = sqliteStore(":memory:");
  let attempt = await place(store, { state: "opened", facts: { sealedKey: "x.y" } });
  const tell = async (event: TransitionEvent) => {
    attempt = (await record(keptIn(store), attempt, event)).attempt;
  };
  const flood = async () => {
    for (let i = 0; i < 100; i++) await tell({ type: "visited", via: i % 2 ? "return" : "cancel" });
  };
  await flood();
  await tell({ type: "answered", answer: { kind: "review", verdict: { code: "11" } } });
  await flood();
  await tell(resolved({ paid: false, reason: "voided", by: "Ana", at: await store.now() }));
  await flood();
  await tell({ type: "answered", answer: { kind: "approved", verdict: { code: "00" } } });
  await flood();
  const { entries, omitted = 0 } = attempt.facts.history ?? assert.fail();
  assert.deepEqual(linesOf(entries.slice(8).filter(({ what }) => what !== "returned" && what !== "cancelled")), [
    { what: "answered", answer: "review", code: "11", state: "review" },
    { what: "resolved", paid: false },
    { what: "answered", answer: "approved", code: "00", state: "approved" },
  ]);
  assert.equal(entries.length, 40);
  assert.ok(omitted > 200);
});

test("of an attempt that is over, each of the two addresses is news once", async () => {
  for (const seen of [[], ["return"], ["cancel"], ["cancel", "return"]] as const) {
    for (const kind of ["approved", "review", "declined"] as const) {
      const store = sqliteStore(":memory:");
      let attempt = await place(store, { state: "opened", facts: { sealedKey: "x.y" } });
      const tell = async (event: TransitionEvent) => {
        attempt = (await record(keptIn(store), attempt, event)).attempt;
      };
      for (const via of seen) await tell({ type: "visited", via });
      await tell({ type: "answered", answer: { kind, verdict: { code: kind === "approved" ? "00" : "11" } } });
      const { sealedKey: _, ...facts } = attempt.facts;
      const { state, version } = attempt;
      attempt = (await keptIn(store).transition(attempt.id, version, { state, facts, dueAt: null })).attempt;

      for (let i = 0; i < 10; i++) await tell({ type: "visited", via: i % 2 ? "return" : "cancel" });
      const visits = historyOf(attempt).entries.filter(({ what }) => what === "returned" || what === "cancelled");
      // A buyer who was refused and comes again by the return address may have sent another card.
      const again = kind === "declined" ? 1 : 0;
      assert.equal(visits.length, 2 + again, `${kind} after ${seen.join()}`);
      const { version: last } = attempt;
      for (const via of ["return", "cancel"] as const) await tell({ type: "visited", via });
      assert.equal(attempt.version, last);
    }
  }
});

test("what changes nothing, and what only prepares a step, adds nothing", async () => {
  const store = sqliteStore(":memory:");
  const attempt = await place(store, { state: "opened", facts: { sealedKey: "x.y", launchFailure: "refused" } });
  const begun = await record(keptIn(store), attempt, { type: "launchBegun" });
  const passed = await record(keptIn(store), begun.attempt, { type: "timePassed" });
  assert.equal(passed.attempt.facts.history, undefined);
});

test("an approval that the store put under review says so, until a person takes it as paid", () => {
  const entries: HistoryEntry[] = [
    { at: 1, what: "launched", state: "opened" },
    { at: 2, what: "answered", answer: "approved", code: "00", state: "approved" },
  ];
  const statesOf = (attempt: Attempt) => historyOf(attempt).entries.map(({ state }) => state);
  const attempt: Attempt = {
    ...openedAttempt,
    state: "review",
    facts: { ...openedAttempt.facts, history: { entries } },
  };
  assert.deepEqual(statesOf(attempt), ["opened", "review"]);
  const last: HistoryEntry = { at: 3, what: "resolved", paid: true, state: "approved" };
  const paid = {
    ...attempt,
    state: "approved" as const,
    facts: { ...attempt.facts, history: { entries: [...entries, last] } },
  };
  assert.deepEqual(statesOf(paid), ["opened", "review", "approved"]);
});

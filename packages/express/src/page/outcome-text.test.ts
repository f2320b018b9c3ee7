import assert from "node:assert/strict";
import { test } from "node:test";
import type { Attempt, Facts } from "../attempt/attempt.ts";
import { decisiveAttempt } from "../attempt/order-view.ts";
import type { State } from "../attempt/state.ts";
import { outcomeText, refusalText, statusAnswer } from "./outcome-text.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";

const money = { minor: 295_000, currency: "DOP" } as const;

function attemptIn(state: State, facts: Partial<Facts> = {}): Attempt {
  return {
    id: "0c9d4c1e-1b1f-4f0e-8a9b-0d6f6a0f3a11",
    order: "A-1",
    bank: "https://bank.example",
    state,
    version: 1,
    transactionId: "100001",
    amount: money,
    tax: { ...money, minor: 45_000 },
    createdAt: 0,
    facts: { language: "es", mode: "redirect", ...facts },
  };
}

const decidedNotPaid = { resolution: { paid: false, reason: "statement, line 7", by: "Ana", at: 1 } };

test("an attempt that staff decided not paid says so, and not that the time ran out", () => {
  for (const attempt of [
    attemptIn("unknown", decidedNotPaid),
    attemptIn("review", { ...decidedNotPaid, verdict: { code: "00", mismatch: ["transactionId"] } }),
    attemptIn("declined", { ...decidedNotPaid, verdict: { code: "05" }, unconfirmedAt: 1 }),
  ]) {
    assert.equal(outcomeText(attempt, es).title, "El comercio revisó su pago");
    assert.match(outcomeText(attempt, en).message, /You were not charged: the store reviewed it with the bank/);
    assert.equal(statusAnswer(attempt, es).safeToRetry, true);
  }
  assert.match(outcomeText(attemptIn("expired"), es).title, /Se agotó el tiempo/);
});

test("an outcome is verified when it is known, whoever found it out", () => {
  const decidedPaid = { resolution: { ...decidedNotPaid.resolution, paid: true } };
  const session = { SESSION: "sess-1", sealedKey: "key" };
  for (const [state, facts, expected] of [
    ["approved", decidedPaid, ["approved", true]],
    ["unknown", decidedNotPaid, ["expired", true]],
    ["declined", { verdict: { code: "05" } }, ["declined", true]],
    ["declined", { ...session, verdict: { code: "05" } }, ["pending", false]],
    ["review", { verdict: { code: "00", mismatch: ["amount"] } }, ["unknown", false]],
    ["preparing", { launchFailure: "unreachable" }, ["failed", false]],
  ] as const satisfies [State, Partial<Facts>, [string, boolean]][]) {
    const { outcome, verified } = statusAnswer(attemptIn(state, facts), es);
    assert.deepEqual([outcome, verified], expected);
  }
});

test("an attempt that staff decided paid, and the store could not approve, still waits: nothing is said to be safe", () => {
  const decidedPaid = { resolution: { ...decidedNotPaid.resolution, paid: true } };
  for (const attempt of [
    attemptIn("unknown", decidedPaid),
    attemptIn("review", { ...decidedPaid, verdict: { code: "00", mismatch: ["RetrievalReferenceNumber"] } }),
    attemptIn("declined", { ...decidedPaid, verdict: { code: "05" }, unconfirmedAt: 1 }),
  ]) {
    const { resolution, ...waiting } = attempt.facts;
    assert.deepEqual(outcomeText(attempt, es), outcomeText({ ...attempt, facts: waiting }, es));
    assert.equal(statusAnswer(attempt, es).safeToRetry, false);
    assert.equal(decisiveAttempt([attempt]), attempt);
  }
});

test("of what the bank approved, an attempt that staff decided not paid says that the money was given back", () => {
  for (const verdict of [
    { code: "10" },
    { code: "00", mismatch: ["amount" as const] },
    { code: "00", mismatch: ["order" as const] },
  ]) {
    const attempt = attemptIn("review", { ...decidedNotPaid, verdict });
    assert.match(outcomeText(attempt, en).message, /The store gave back what the bank charged you\. You can pay again/);
    assert.doesNotMatch(outcomeText(attempt, es).message, /No se le hizo ningún cargo/);
    assert.equal(statusAnswer(attempt, es).safeToRetry, true);
  }
});

test("a buyer who paid an order twice reads that, and who returns the money", () => {
  const again = attemptIn("approved", { verdict: { code: "00" }, duplicate: true });
  assert.match(outcomeText(again, es).message, /ya estaba pagado. El comercio le devolverá uno/);
  assert.match(statusAnswer(again, en).message, /The store will return one of the two/);
});

test("where staff keep both payments of an order, no buyer is promised one of them back", () => {
  const handled = { returned: false, reason: "two rooms, one order", by: "Ana", at: 1 };
  const kept = attemptIn("approved", { verdict: { code: "00" }, duplicate: true, handled });
  assert.equal(outcomeText(kept, es).message, es.outcome.approved.message);
  const returned = { ...kept, facts: { ...kept.facts, handled: { ...handled, returned: true } } };
  assert.equal(outcomeText(returned, es).message, es.outcome.paidAgain.message);
});

test("after a refusal without a clear last answer nothing is said to be safe: a later card may have been charged", () => {
  const unconfirmed = attemptIn("declined", { verdict: { code: "51" }, unconfirmedAt: 1 });
  assert.match(outcomeText(unconfirmed, es).message, /puede que ya se le haya cobrado/);
  assert.doesNotMatch(outcomeText(unconfirmed, es).message, /ningún cargo/);
  assert.equal(statusAnswer(unconfirmed, es).safeToRetry, false);
});

test("an approval for a part of the amount says so; data that disagree get the general sentence", () => {
  const partial = attemptIn("review", { verdict: { code: "10" } });
  assert.match(outcomeText(partial, es).message, /solo una parte del monto/);
  for (const verdict of [{ code: "10", mismatch: ["OrdenID"] }, { code: "00", mismatch: ["amount"] }, { code: "00" }]) {
    assert.match(outcomeText(attemptIn("review", { verdict }), en).message, /^You may already have been charged\./);
  }
});

test("a capture that is refused does not say that nothing was charged: the amount may still be held", () => {
  const capture = attemptIn("declined", { verdict: { code: "05" }, captureOf: "0c9d4c1e" });
  assert.match(outcomeText(capture, es).message, /el monto puede seguir retenido/);
});

test("a launch that comes too late for its attempt reads how that has ended", () => {
  const declined = attemptIn("declined", { verdict: { code: "51" } });
  assert.deepEqual(refusalText({ reason: "ended_meanwhile", attempt: declined }, es), outcomeText(declined, es));
  const expired = attemptIn("expired");
  assert.match(refusalText({ reason: "ended_meanwhile", attempt: expired }, en).title, /Time to pay ran out/);
});

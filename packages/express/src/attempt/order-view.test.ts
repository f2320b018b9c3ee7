import assert from "node:assert/strict";
import { test } from "node:test";
import type { Attempt } from "./attempt.ts";
import { openedAttempt } from "./opened-attempt.fixture.ts";
import { decisiveAttempt } from "./order-view.ts";

test("paid goes before under review, that before unknown, that before at the bank; the rest decides nothing", async () => {
  const states = ["approved", "review", "unknown", "opened"] as const;
  const all = states.map((state) => ({ ...openedAttempt, id: state, state }));
  for (const [i, state] of states.entries()) {
    assert.equal(decisiveAttempt(all.slice(i))?.id, state);
    assert.equal(decisiveAttempt(all.slice(i).toReversed())?.id, state);
  }
  const facts = openedAttempt.facts;
  const resolution = { paid: false, reason: "no charge", by: "Ana", at: 1 };
  const nothing = [
    { ...openedAttempt, state: "preparing" as const },
    { ...openedAttempt, state: "expired" as const },
    { ...openedAttempt, state: "unknown" as const, facts: { ...facts, resolution } },
    { ...openedAttempt, facts: { ...facts, returnedVia: "cancel" as const, emptyAnswers: 2 } },
    { ...openedAttempt, state: "approved" as const, facts: { ...facts, captureOf: "x" } },
    {
      ...openedAttempt,
      state: "approved" as const,
      facts: { ...facts, capture: "later" as const, released: { reason: "r", by: "Ana", at: 1 } },
    },
  ];
  for (const attempt of nothing) assert.equal(decisiveAttempt([attempt]), undefined);
  const further = { ...openedAttempt, state: "approved" as const, facts: { ...facts, duplicate: true as const } };
  assert.equal(decisiveAttempt([further, { ...openedAttempt, id: "payer", state: "approved" }])?.id, "payer");
  const [first, second] = [
    { ...openedAttempt, id: "first" },
    { ...openedAttempt, id: "second" },
  ];
  assert.equal(decisiveAttempt([first, second])?.id, "second");
});

test("an authorization that was given back decides nothing: what the order was paid with afterwards does", () => {
  const reversed = { returned: true, reason: "voided", by: "Ana", at: 1 };
  const hold = (id: string, ended: object) => ({
    ...openedAttempt,
    id,
    state: "approved" as const,
    facts: { ...openedAttempt.facts, capture: "later" as const, ...ended },
  });
  const ended = [hold("first", { reversed }), hold("second", { duplicate: true, handled: reversed })];
  assert.equal(decisiveAttempt(ended), undefined);
  for (const state of ["unknown", "review", "opened"] as const)
    assert.equal(decisiveAttempt([...ended, { ...openedAttempt, id: state, state }])?.id, state);
  assert.equal(decisiveAttempt([hold("first", { reversed }), hold("second", {})])?.id, "second");
});

test("a capture that may still settle an authorization that has ended keeps the order from being paid", () => {
  const { facts } = openedAttempt;
  const released = { reason: "reversed in the portal", by: "Ana", at: 1 };
  const ended = {
    ...openedAttempt,
    state: "approved" as const,
    facts: { ...facts, capture: "later" as const, released },
  };
  const capture = (state: Attempt["state"]) => ({
    ...openedAttempt,
    id: "capture",
    state,
    facts: { ...facts, captureOf: ended.id },
  });
  for (const state of ["preparing", "opened", "unknown", "review"] as const)
    assert.equal(decisiveAttempt([ended, capture(state)])?.id, "capture", state);
  for (const state of ["declined", "expired"] as const)
    assert.equal(decisiveAttempt([ended, capture(state)]), undefined, state);
});

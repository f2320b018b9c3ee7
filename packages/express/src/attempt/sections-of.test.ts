import assert from "node:assert/strict";
import { test } from "node:test";
import { responseCodes } from "@ventanilla/client";
import type { Facts } from "./attempt.ts";
import { openedAttempt } from "./opened-attempt.fixture.ts";
import { lineOf, type Reason, reasons, sectionsOf } from "./sections-of.ts";
import { sectionOf } from "./shelf-of.ts";
import type { State } from "./state.ts";

const lineIn = (state: State, facts: Partial<Facts>) =>
  lineOf(sectionOf({ ...openedAttempt, state, facts: { language: "es", mode: "popup", ...facts } }));

/** The refusals of contract §7. */
const refusals: Partial<Record<Reason, string>> = {
  funds: "51 61 98",
  card: "14 15 31 33 39 42 44 52 53 54 56 81 82 99",
  challenge: "TF 4901",
  bank: "01 02 04 05 07 08 18 20 21 22 23 34 35 36 37 38 41 43 57 62 65 67 75 78 79",
  shop: "03 06 12 13 30 40 58 60 66 85 89",
  bankPage: "17",
};

test("each refusal of the bank has one reason, and no code of the contract is left out", () => {
  const found: Partial<Record<Reason, string>> = {};
  for (const { code, finality } of responseCodes) {
    if (finality !== "declined") continue;
    const { group, reason = "launch" } = lineIn("declined", { verdict: { code } });
    assert.equal(group, "declined");
    found[reason] = [...(found[reason]?.split(" ") ?? []), code].join(" ");
  }
  assert.deepEqual(found, refusals);
  assert.equal(lineIn("declined", { verdict: { code: "N7" } }).reason, "card");
});

test("who sent no card has left at the bank's page, or before it, or could not get there", () => {
  const cancelled = { returnedVia: "cancel", emptyAnswers: 2 } as const;
  for (const [state, facts, group, reason] of [
    ["preparing", {}, "waiting", undefined],
    ["preparing", { launchFailure: "refused" }, "failed", "launch"],
    ["opened", { openedAt: 1 }, "waiting", undefined],
    ["opened", { openedAt: 1, ...cancelled }, "cancelled", "bankPage"],
    ["expired", { openedAt: 1, ...cancelled }, "expired", "bankPage"],
    ["expired", { openedAt: 1 }, "expired", "bankPage"],
    ["expired", { launchFailure: "shop" }, "expired", "launch"],
    ["expired", {}, "expired", "button"],
    // No buyer has tried a capture.
    ["expired", { captureOf: "x" }, "expired", undefined],
    ["declined", { captureOf: "x", verdict: { code: "51" } }, "declined", undefined],
    ["unknown", { cardSentAt: 1 }, "decide", undefined],
    ["approved", { verdict: { code: "00" } }, "approved", undefined],
    ["approved", { capture: "later" }, "authorized", undefined],
  ] as const) {
    assert.deepEqual(lineIn(state, facts), { group, ...(reason && { reason }) }, `${state} ${JSON.stringify(facts)}`);
  }
});

test("a filter names each section once, by its group and by its reason", () => {
  const all = sectionsOf({});
  assert.equal(new Set(all).size, all.length);
  const withReason = all.filter((section) => lineOf(section).reason !== undefined);
  assert.deepEqual(reasons.flatMap((reason) => sectionsOf({ reason })).toSorted(), withReason.toSorted());
  assert.deepEqual(sectionsOf({ groups: ["approved"] }), ["approved", "authorized"]);
  assert.deepEqual(sectionsOf({ groups: ["approved"], reason: "funds" }), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Attempt, Facts, GivenBack, SentBack } from "./attempt.ts";
import { beginSending, canBeSentBack, canGoBack, giveBack, whyHeldBack, whyNotGivenBack } from "./given-back.ts";
import { createdAt, openedAttempt } from "./opened-attempt.fixture.ts";

const charged = (facts: Partial<Facts> = {}, id = "charge"): Attempt => ({
  ...openedAttempt,
  id,
  state: "approved",
  facts: { ...openedAttempt.facts, settledAt: createdAt, verdict: { code: "00" }, ...facts },
});
const said = { reason: "voided in the portal", by: "Ana" };
const part = (minor: number): GivenBack => ({
  amount: { minor, currency: "DOP" },
  on: "2027-01-15",
  at: createdAt,
  recordedAt: createdAt,
  ...said,
});
const sentBack: SentBack = { id: "sent", amount: { minor: 50, currency: "DOP" }, at: createdAt, ...said };
const handled = { returned: true, at: createdAt, ...said };
const checkIn = charged({ capture: "later" }, "check-in");
const capture = charged({ captureOf: "check-in" }, "capture");
const twice = charged({ capture: "later", duplicate: true }, "check-in");

/** Each charge with its order's attempts, why nothing of it goes back, and whether some of it can. */
const charges: [name: string, attempts: [Attempt, ...Attempt[]], held: string | undefined, canGo: boolean][] = [
  ["an ordinary payment", [charged()], undefined, true],
  ["one of which a part went back", [charged({ givenBack: [part(40)] })], undefined, true],
  ["one that went back whole", [charged({ givenBack: [part(100)] })], undefined, false],
  ["one that was voided in the place of another", [charged({ duplicate: true, handled })], undefined, false],
  ["a check-in that is not captured", [checkIn], "not_charged", false],
  ["a check-in that is captured", [checkIn, capture], "not_charged", false],
  ["the capture of a check-in", [capture, checkIn], undefined, true],
  ["a payment that was not approved", [{ ...charged(), state: "declined" }], "not_charged", false],
  ["a further payment of its order", [charged({ duplicate: true })], "to_handle", false],
  ["the capture of a further check-in", [capture, twice], "to_handle", false],
  ["a further check-in that is not captured", [twice], "not_charged", false],
  ["a part that nobody has named", [charged({ verdict: { code: "10" } })], "part_unnamed", false],
  ["one that is in doubt", [charged({ sentBack })], undefined, false],
];

for (const [name, attempts, held, canGo] of charges) {
  const [charge] = attempts;
  test(`${name}: pages and writers say alike whether money goes back (${held ?? (canGo ? "yes" : "no more")})`, () => {
    assert.deepEqual([whyHeldBack(charge, attempts), canGoBack(charge, attempts)], [held, canGo]);
    const why = whyNotGivenBack(charge, part(60), attempts);
    assert.equal(why === undefined, canGo, why);
    if (held !== undefined) assert.equal(why, held);
    const isUntouched = charge.facts.givenBack === undefined;
    assert.equal(canBeSentBack(charge, attempts), canGo && isUntouched);
  });
}

test("what a transition sees of a charge alone is refused there, too", () => {
  for (const [name, [charge], held, canGo] of charges.filter(([, attempts]) => attempts.length === 1)) {
    assert.equal(giveBack(charge, part(60)) !== undefined, canGo, name);
    if (held !== undefined) assert.equal(beginSending(charge, sentBack), undefined, name);
  }
});

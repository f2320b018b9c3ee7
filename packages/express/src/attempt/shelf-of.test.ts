import assert from "node:assert/strict";
import { test } from "node:test";
import type { Attempt, Facts } from "./attempt.ts";
import { shelfOf } from "./shelf-of.ts";
import type { State } from "./state.ts";

const dop = (minor: number) => ({ minor, currency: "DOP" as const });
const said = { reason: "asked", by: "Ana", at: 1 };
const resolution = (minor?: number) => ({
  resolution: { paid: true, ...said, ...(minor !== undefined && { approvedAmount: dop(minor) }) },
});

/** What an attempt of 100 centavos counts for in the tally. */
function countedOf(state: State, facts: Partial<Facts>) {
  const attempt: Attempt = {
    id: "one",
    order: "A-1",
    bank: "https://bank.example",
    state,
    version: 1,
    transactionId: "100000",
    amount: dop(100),
    tax: dop(0),
    createdAt: 1,
    facts: { language: "es", mode: "popup", ...facts },
  };
  const { counted, part, unnamedPart, reversed } = shelfOf(attempt);
  return { counted, part, unnamedPart, reversed };
}

test("an approval in part counts for what a person named of it, and for nothing while nobody has", () => {
  const verdict = { code: "10" };
  const back = { reversed: { returned: true, ...said } };
  const none = { part: null, unnamedPart: null, reversed: null };
  for (const [name, state, facts, expected] of [
    ["whole", "approved", {}, { ...none, counted: 100 }],
    ["named", "approved", { verdict, ...resolution(40) }, { ...none, counted: 40, part: 40 }],
    ["all of it is named", "approved", { verdict, ...resolution(100) }, { ...none, counted: 100 }],
    ["unnamed", "approved", { verdict, ...resolution() }, { ...none, counted: 0, unnamedPart: 1 }],
    [
      "named by telephone, given back",
      "approved",
      { ...resolution(30), ...back },
      { counted: 30, part: 30, unnamedPart: null, reversed: 30 },
    ],
    ["waits for a person", "review", { verdict }, { ...none, counted: 100 }],
  ] as [string, State, Partial<Facts>, ReturnType<typeof countedOf>][]) {
    assert.deepEqual(countedOf(state, facts), expected, name);
  }
});

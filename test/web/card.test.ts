import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCard, formatCardNumber } from "@ventanilla/web";

test("a card is written by its last four digits alone, however it was masked", () => {
  for (const masked of ["476134______0050", "476134******0050", "4761340000000050"]) {
    assert.equal(formatCard(masked), "••••\u00a00050");
  }
});

test("a card number is written in the groups that are printed on the card", () => {
  assert.equal(formatCardNumber("4761340000000050"), "4761 3400 0000 0050");
  assert.equal(formatCardNumber("376134000000052"), "3761 340000 00052");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCard } from "@ventanilla/web";

test("a card is written by its last four digits alone, however it was masked", () => {
  for (const masked of ["476134______0050", "476134******0050", "4761340000000050"]) {
    assert.equal(formatCard(masked), "••••\u00a00050");
  }
});

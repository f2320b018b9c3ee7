import assert from "node:assert/strict";
import { test } from "node:test";
import { tableOf, windowBattery } from "./battery.ts";

/** Another seed plays other lives. */
const seed = Number(process.env.WINDOW_SEED ?? 20_261_122);

test("3000 random lives around the end of the thirty minutes: whoever is charged is approved, or a person is called", (t) => {
  const tallies = windowBattery(3000, seed);
  for (const line of tableOf(tallies).split("\n")) t.diagnostic(line);
  for (const [reading, { approved, quiet, quietUnknown }] of tallies) {
    assert.ok(approved > 50 && quiet > 150, `${reading} was hardly played`);
    assert.ok(quietUnknown / quiet < 0.005, `${reading}: ${quietUnknown} of ${quiet} that nobody paid call a person`);
  }
});

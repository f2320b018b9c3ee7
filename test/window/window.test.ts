import assert from "node:assert/strict";
import { test } from "node:test";
import { tableOf, windowBattery } from "./battery.ts";

/** Another seed plays other lives. */
const seed = Number(process.env.WINDOW_SEED ?? 20_261_122);

test("3000 random payments around the 30-minute limit: an approval that the bank showed is recorded; a charge reported to nobody was visible for evidenceMs at most", (t) => {
  const tallies = windowBattery(3000, seed);
  for (const line of tableOf(tallies).split("\n")) t.diagnostic(line);
  for (const [reading, { approved, quiet, quietUnknown }] of tallies) {
    assert.ok(approved > 50 && quiet > 150, `${reading} was hardly played`);
    assert.ok(quietUnknown / quiet < 0.005, `${reading}: ${quietUnknown} of ${quiet} that nobody paid call a person`);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { tableOf, windowBattery } from "./battery.ts";

const lives = Number(process.env.SOAK_RUNS ?? 100_000);
/** Another one each time, and in the report of a failure. */
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);

test(`${lives} random lives around the end of the thirty minutes, seed ${seed}`, (t) => {
  const tallies = windowBattery(lives, seed);
  for (const line of tableOf(tallies).split("\n")) t.diagnostic(line);
  for (const [reading, { quiet, quietUnknown }] of tallies) {
    assert.ok(quietUnknown / quiet < 0.005, `${reading}: ${quietUnknown} of ${quiet} that nobody paid call a person`);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { clientBattery, tableOf } from "./battery/battery.ts";

const lives = 200;
/** Another seed plays other lives. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);

test(`${lives} lives of a merchant whose bank cuts, delays and refuses: no false "nothing happened", nothing twice, no secret`, async (t) => {
  const tally = await clientBattery(lives, seed);
  for (const line of tableOf(tally).split("\n")) t.diagnostic(line);
  for (const operation of ["sale", "checkIn", "checkOut", "void", "refund", "reverse", "confirm"]) {
    const row = tally.get(operation);
    assert.ok((row?.get("approved") ?? 0) > 10 && (row?.get("unclear") ?? 0) > 0, `${operation} was hardly played`);
  }
});

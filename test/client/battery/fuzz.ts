import { test } from "node:test";
import { clientBattery, tableOf } from "./battery.ts";

const lives = Number(process.env.FUZZ_RUNS ?? 20_000);
/** Another one each time, and in the report of a failure. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

test(`${lives} random lives of a merchant, seed ${seed}`, async (t) => {
  const start = performance.now();
  for (const line of tableOf(await clientBattery(lives, seed)).split("\n")) t.diagnostic(line);
  t.diagnostic(`${((performance.now() - start) / lives).toFixed(1)} ms a life`);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { runChaos } from "./chaos.ts";

const seed = Number(process.env.CHAOS_SEED ?? 20_261_121);

test(`five processes on one Postgres, one killed after every 12 to 18 buyers, lose nothing and pay nothing twice (seed ${seed})`, async () => {
  const verdict = await runChaos({
    seed,
    payments: 120,
    processes: 5,
    killEveryBuyers: [12, 18],
    buyers: 12,
    log: console.log,
  });
  const { payments, kills, bought, explained, ...wrong } = verdict;
  console.log(JSON.stringify({ bought, payments, kills, explained }));
  assert.ok(payments >= 50 && kills >= 5, "enough happened to mean something");
  assert.deepEqual(wrong, {
    lost: [],
    falselyPaid: [],
    doubled: [],
    unexplained: [],
    miscounted: [],
    falselyExpired: [],
  });
});

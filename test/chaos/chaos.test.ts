import assert from "node:assert/strict";
import { test } from "node:test";
import { hasMariaDb } from "../mariadb.ts";
import { often } from "../part.ts";
import { runChaos } from "./chaos.ts";

const { CHAOS_STORE: chosen } = process.env;
const seed = Number(process.env.CHAOS_SEED ?? 20_261_121);

/** Why it is not played on this database. */
function skipReason(on: "postgres" | "mariadb"): string | false {
  if (chosen !== undefined && chosen !== on) return `CHAOS_STORE is ${chosen}`;
  return on === "mariadb" && !hasMariaDb && "MariaDB is not installed here";
}

for (const [on, name] of [
  ["postgres", "Postgres"],
  ["mariadb", "MariaDB"],
] as const) {
  test(`five processes on one ${name} that are killed, stopped, cut off and set to another time lose nothing and pay nothing twice (seed ${seed})`, {
    skip: skipReason(on),
  }, async () => {
    const { verdict, met, unmet, bought } = await runChaos({
      on,
      seed,
      payments: often(120, 80),
      least: 1,
      processes: 5,
      rates: { kill: [12, 18], cut: [4, 8], pause: [10, 16], clock: [4, 8], silence: [10, 20] },
      strangeHookEvery: 12,
      round: 30,
      buyers: 12,
      log: console.log,
    });
    const { wrong, ...told } = verdict;
    console.log(JSON.stringify({ bought, met, ...told }));
    assert.ok(told.payments >= 50, "enough happened to mean something");
    assert.deepEqual(unmet, []);
    assert.deepEqual(wrong, {
      lost: [],
      falselyPaid: [],
      chargedTwice: [],
      calledSafe: [],
      doubled: [],
      unexplained: [],
      miscounted: [],
      falselyExpired: [],
    });
  });
}

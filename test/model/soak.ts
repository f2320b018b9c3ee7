import { test } from "node:test";
import { hasMariaDb } from "../mariadb.ts";
import { mariadb, postgres, sqlite } from "./databases.ts";
import { modelRuns } from "./runs.ts";

/** Runs on each store. `npm run long soak` takes some time: a tenth of a second each. */
const runs = Number(process.env.SOAK_RUNS ?? 10_000);
/** A new seed each time; a failure reports it. */
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);
const stores = (process.env.SOAK_STORES ?? (hasMariaDb ? "sqlite,postgres,mariadb" : "sqlite,postgres")).split(",");
const engines = { sqlite, postgres, mariadb };

for (const name of ["sqlite", "postgres", "mariadb"] as const) {
  test(`${runs} random runs on ${name}, seed ${seed}`, { skip: !stores.includes(name) }, async (t) => {
    const { ms, steps } = await modelRuns(await engines[name](), runs, seed);
    t.diagnostic(`${ms.toFixed(1)} ms a run, ${steps} steps in all`);
  });
}

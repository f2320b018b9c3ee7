import { test } from "node:test";
import { hasMariaDb } from "../mariadb.ts";
import { often } from "../part.ts";
import { mariadb } from "./databases.ts";
import { modelRuns } from "./runs.ts";

const runs = often(6, 2);

test(`${runs} random runs of two processes that crash, on MariaDB: no payment is lost, none is told twice`, {
  skip: !hasMariaDb && "MariaDB is not installed here",
}, async (t) => {
  const { ms, steps } = await modelRuns(await mariadb(), runs, 20_261_120);
  t.diagnostic(`${ms.toFixed(1)} ms a run, ${steps} steps in all`);
});

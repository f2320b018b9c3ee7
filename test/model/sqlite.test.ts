import { test } from "node:test";
import { often } from "../part.ts";
import { sqlite } from "./databases.ts";
import { modelRuns } from "./runs.ts";

const runs = often(20, 6);

test(`${runs} random runs of two processes that crash, on a SQLite file: no payment is lost, none is told twice`, async (t) => {
  const { ms, steps } = await modelRuns(sqlite(), runs, 20_261_120);
  t.diagnostic(`${ms.toFixed(1)} ms a run, ${steps} steps in all`);
});

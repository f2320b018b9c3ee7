// Runs the test files that are named, or all of them, in Node's runner, with our packages from their sources. All of them
// share one PostgreSQL, one MariaDB, and the bundles of what they start. VENTANILLA_JUNIT names a file for a report of what has run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundle } from "../test/bundle.ts";
import { hasMariaDb, startMariaDbServer } from "../test/mariadb.ts";
import { startPostgresServer } from "../test/postgres.ts";
import { processes } from "./processes.mjs";

const all = [
  "test/{chaos,crash,element-model,examples,groups,model,window}/**/*.test.ts",
  "test/bench/verdict.test.ts",
  "test/client/tls.test.ts",
  "test/express/outbox/hook-lease.test.ts",
  "test/express/replaced-files.test.ts",
];
const named = process.argv.slice(2);

/** A server for all files. Where it does not start, each test that needs one says so. */
async function shared(isWanted, start) {
  return named.length === 0 && isWanted ? start().catch((error) => console.error(error)) : undefined;
}
const postgres = await shared(!process.env.DATABASE_URL, startPostgresServer);
const mariadb = await shared(hasMariaDb, startMariaDbServer);
/** The programs that several files start, each in one file. */
const programs = ["chaos", "crash"].map((folder) =>
  fileURLToPath(import.meta.resolve(`../test/${folder}/shop-process.ts`)),
);
const bundles = named.length === 0 ? await Promise.all(programs.map(bundle)) : [];
const { VENTANILLA_JUNIT: report, ...env } = process.env;
const options = ["--conditions=@ventanilla/source", `--import=${import.meta.resolve("./untracked.mjs")}`];
options.push("--test", `--test-concurrency=${processes}`);
for (const [reporter, file] of [["spec", "stdout"], ...(report ? [["junit", report]] : [])])
  options.push(`--test-reporter=${reporter}`, `--test-reporter-destination=${file}`);
const runner = spawn(process.execPath, [...options, ...(named.length > 0 ? named : all)], {
  stdio: "inherit",
  env: {
    ...env,
    ...(postgres && { TEST_POSTGRES: postgres.url }),
    ...(mariadb && { TEST_MARIADB: String(mariadb.port) }),
    TEST_BUNDLES: JSON.stringify(Object.fromEntries(bundles.map(({ path }, i) => [programs[i], path]))),
  },
});
const [status] = await once(runner, "exit");
for (const { remove } of bundles) remove();
await Promise.all([postgres?.stop(), mariadb?.stop()]);
process.exitCode = status ?? 1;

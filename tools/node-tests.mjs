// Runs the test files that are named, or all of them, in Node's runner, with our packages from their sources and one
// PostgreSQL for all of them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { startPostgresServer } from "../test/postgres.ts";
import { processes } from "./processes.mjs";

const all = [
  "test/{chaos,crash,element-model,examples,groups,model,window}/**/*.test.ts",
  "packages/*/src/**/*.test.ts",
  "test/client/tls.test.ts",
];
const named = process.argv.slice(2);

/** Where it does not start, each test that needs one says so. */
const server = process.env.DATABASE_URL
  ? undefined
  : await startPostgresServer().catch((error) => console.error(error));
const options = ["--conditions=@ventanilla/source", "--test", `--test-concurrency=${processes}`];
const runner = spawn(process.execPath, [...options, ...(named.length > 0 ? named : all)], {
  stdio: "inherit",
  env: { ...process.env, ...(server && { TEST_POSTGRES: server.url }) },
});
const [status] = await once(runner, "exit");
await server?.stop();
process.exitCode = status ?? 1;

// Runs the tests that are named in Node's runner, with our packages from their sources.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { processes } from "./processes.mjs";

const options = ["--conditions=@ventanilla/source", "--test", `--test-concurrency=${processes}`];
const { status } = spawnSync(process.execPath, [...options, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;

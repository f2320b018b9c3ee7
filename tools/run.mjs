// `npm run long fuzz`, `npm run docs build`: runs a script's command that has a name; `runs.json` holds them all. A script
// that is given as `docs:dev` runs that one when no name follows. Otherwise a missing or wrong name prints the list. Runs on
// Node 20 and imports no package.
import { readFileSync } from "node:fs";
import process from "node:process";

const [given, ...args] = process.argv.slice(2);
const [script, unnamed] = given.split(":");
const runs = JSON.parse(readFileSync(new URL("runs.json", import.meta.url), "utf8"))[script];
const name = args.shift() ?? unnamed;

if (name !== undefined && Object.hasOwn(runs, name)) {
  const { needs, env, run } = runs[name];
  Object.assign(process.env, { ...env, ...process.env });
  process.argv.splice(2, Number.POSITIVE_INFINITY, needs, run, ...args);
  await import("./setup.mjs");
} else {
  const width = Math.max(...Object.keys(runs).map((each) => each.length));
  const list = Object.entries(runs).map(([each, { what }]) => `  ${each.padEnd(width)}  ${what}`);
  const problem = name === undefined ? [] : [`${script}: there is no "${name}".`];
  console.log([...problem, `npm run ${script} NAME`, ...list].join("\n"));
  if (name !== undefined) process.exitCode = 2;
}

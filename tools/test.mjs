// `npm test`: every check and every test runner, one after the other, each with its own output; then what ran, what
// failed, what was left out and why, and the sum as the last line. A failing suite does not keep the next one from
// running.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { chosen, engines, wanted } from "./browsers.mjs";
import { readCounts } from "./counts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const browsers = chosen().map(({ name }) => name);
const scratch = mkdtempSync(join(tmpdir(), "ventanilla-test-"));

/** @type {{ what: string, result: string, seconds: number }[]} */
const rows = [];
/** @type {string[]} */
const failures = [];
const sum = { passed: 0, failed: 0, skipped: 0 };

const plural = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

function add(what, counts, seconds, note = "") {
  failures.push(...(counts.failures ?? []).map((name) => `${what}: ${name}`));
  for (const key of Object.keys(sum)) sum[key] += counts[key] ?? 0;
  rows.push({
    what,
    result: `${plural({ passed: 0, failed: 0, skipped: 0, ...counts })}${note && ` (${note})`}`,
    seconds,
  });
}

function run(title, command, env = {}) {
  console.log(`\n━━ ${title} · ${command}`);
  const start = performance.now();
  const { status, signal, error } = spawnSync(command, {
    cwd: root,
    shell: true,
    stdio: "inherit",
    env: {
      ...process.env,
      ...env,
      PATH: [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
      // Hundreds of processes begin here, most of them with the same code.
      NODE_COMPILE_CACHE: join(scratch, "compiled"),
    },
  });
  const seconds = (performance.now() - start) / 1000;
  console.log(`━━ ${title}: ${seconds.toFixed(1)} s`);
  return { ok: status === 0, end: error?.message ?? signal ?? `exit code ${status}`, seconds };
}

function check(command) {
  const { ok, end, seconds } = run("check", command);
  add(command, ok ? { passed: 1 } : { failed: 1 }, seconds, ok ? "" : end);
}

function suite(title, script, env) {
  const file = join(scratch, script.replaceAll(":", "-"));
  writeFileSync(file, "");
  const { ok, end, seconds } = run(title, scripts[script], { ...env, VENTANILLA_COUNTS: file });
  const lines = readCounts(file);
  for (const { runner, ...counts } of lines) add(runner === "node" ? title : `${title}, ${runner}`, counts, seconds);
  const failed = lines.some((counts) => counts.failed > 0);
  // A runner that breaks, or finds nothing to run, must not look like one that passed.
  if (!lines.some(({ passed }) => passed > 0)) add(title, { failed: 1 }, seconds, `no test passed, ${end}`);
  else if (!ok && !failed) add(title, { failed: 1 }, seconds, `ended with ${end}`);
}

// Both reporters write to stdout; ours writes nothing there.
const nodeReporters = {
  NODE_OPTIONS: [
    process.env.NODE_OPTIONS,
    "--test-reporter=spec --test-reporter-destination=stdout",
    `--test-reporter=${new URL("counts-node.mjs", import.meta.url)} --test-reporter-destination=stdout`,
  ]
    .filter(Boolean)
    .join(" "),
};

const leftOut = engines
  .filter((engine) => !browsers.includes(engine))
  .map((engine) => `${engine}: ${wanted().includes(engine) ? "not on this machine" : "not named in BROWSERS"}`);

try {
  const commands = [scripts.build, scripts.typecheck, scripts.lint].flatMap((script) => script.split(" && "));
  for (const command of new Set(commands)) check(command);
  suite("Node tests", "test:node", nodeReporters);
  suite("element tests", "test:element");
  if (browsers.some((name) => name !== "webkit")) suite("end to end", "test:e2e");
  if (browsers.includes("webkit")) suite("end to end, WebKitGTK", "test:e2e:webkit", nodeReporters);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const width = Math.max(...rows.map(({ what }) => what.length));
console.log(`\n━━ What ran, on Node ${process.versions.node}`);
for (const { what, result, seconds } of rows)
  console.log(`${what.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${result}`);
for (const failure of failures) console.log(`failed  ${failure}`);
for (const line of leftOut) console.log(`left out  ${line}`);
console.log(plural(sum));
if (sum.failed > 0) process.exitCode = 1;

// `npm test`: every check and every test runner. What waits for browsers runs beside what computes: the checks, two at a
// time, because each uses one processor, and Node's tests. The output of each is printed whole when it has ended. Then come
// what ran, what failed, what was left out and why, and the sum as the last line. A failure, even of this tool, keeps
// neither the other runners nor the sum from being printed.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { hasMariaDb } from "../test/mariadb.ts";
import { chosenBrowsers, engines, wantedEngines } from "./browsers.mjs";
import { testsIn } from "./junit.mjs";
import { makeScratch } from "./scratch.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const { scripts } = read("package.json");
const { test: runs } = read("tools/runs.json");
const found = chosenBrowsers().map(({ name }) => name);
const scratch = makeScratch();

/** @type {{ what: string, result: string, seconds: number }[]} */
const rows = [];
/** @type {string[]} what failed, and what was skipped */
const named = [];
const sum = { passed: 0, failed: 0, skipped: 0 };
const began = performance.now();
let outputs = 0;
let stopped = false;

const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

function add(what, counts, seconds, note = "") {
  for (const key of Object.keys(sum)) sum[key] += counts[key] ?? 0;
  rows.push({
    what,
    result: `${inWords({ passed: 0, failed: 0, skipped: 0, ...counts })}${note && ` (${note})`}`,
    seconds,
  });
}

/** Runs a command and prints its output when it has ended. */
async function run(title, command, env = {}) {
  if (stopped) return { ok: false, end: "not started", seconds: 0 };
  const start = performance.now();
  const file = join(scratch, `output-${++outputs}`);
  const output = openSync(file, "w");
  const child = spawn(command, {
    cwd: root,
    shell: true,
    stdio: ["inherit", output, output],
    env: {
      ...process.env,
      ...env,
      PATH: [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
      TMPDIR: scratch,
      // Hundreds of processes begin here, most of them with the same code.
      NODE_COMPILE_CACHE: join(scratch, "compiled"),
      // Short-lived programs collect their garbage less often: those in Go (tsc, tsgolint, esbuild), and those in Node.
      GOGC: "400",
      NODE_OPTIONS: ["--max-semi-space-size=64", process.env.NODE_OPTIONS, env.NODE_OPTIONS].filter(Boolean).join(" "),
    },
  });
  const [status, signal] = await once(child, "close").catch((error) => [error.message, null]);
  closeSync(output);
  const seconds = (performance.now() - start) / 1000;
  console.log(`\n━━ ${title} · ${command}\n${readFileSync(file, "utf8")}━━ ${title}: ${seconds.toFixed(1)} s`);
  return { ok: status === 0, end: signal ?? `exit code ${status}`, seconds };
}

/** Does work that reports its failures itself; what it throws is a failure, too. */
async function guarded(what, work) {
  const start = performance.now();
  try {
    await work();
  } catch (error) {
    console.error(error);
    add(what, { failed: 1 }, (performance.now() - start) / 1000, String(error));
  }
}

function check(command) {
  return guarded(command, async () => {
    const { ok, end, seconds } = await run("check", command);
    add(command, ok ? { passed: 1 } : { failed: 1 }, seconds, ok ? "" : end);
  });
}

/** The commands of a script, whose set-up is that of `npm test`. */
const commandsOf = (script) => /^node tools\/setup\.mjs \w+ "(.*)"$/.exec(scripts[script])[1].split(" && ");

/** Runs checks, so many at a time. */
async function checks(commands, atOnce = 1) {
  const next = async () => {
    for (let command = commands.shift(); command !== undefined; command = commands.shift()) await check(command);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

function suite(title, name, env) {
  return guarded(title, () => runSuite(title, name, env));
}

/** The variable that names the file for a runner's report. */
const reportIn = { e2e: "PLAYWRIGHT_JUNIT_OUTPUT_FILE" };

async function runSuite(title, name, env) {
  console.log(`━━ ${title}: started`);
  const file = join(scratch, `${name}.xml`);
  const { ok, end, seconds } = await run(title, runs[name].run, {
    ...env,
    [reportIn[name] ?? "VENTANILLA_JUNIT"]: file,
  });
  const tests = existsSync(file) ? testsIn(readFileSync(file, "utf8")) : [];
  const isOneRunner = name === "node" || name === "webkit";
  for (const [what, its] of Map.groupBy(tests, ({ runner }) => (isOneRunner ? title : `${title}, ${runner}`))) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const { result, name: test, why } of its) {
      counts[result]++;
      if (result !== "passed")
        named.push(`${result.padEnd(7)}  ${what}: ${test.replace(root, "")}${why && ` (${why})`}`);
    }
    add(what, counts, seconds);
  }
  // A runner that breaks, or finds nothing to run, must not look like one that passed.
  if (!tests.some(({ result }) => result === "passed")) add(title, { failed: 1 }, seconds, `no test passed, ${end}`);
  else if (!ok && !tests.some(({ result }) => result === "failed"))
    add(title, { failed: 1 }, seconds, `ended with ${end}`);
}

/** One of two, another with each run. */
const either = (one, other) => (randomInt(2) === 0 ? one : other);

// The language in which the end-to-end tests look at each page.
const looks = process.env.LOOKS ?? either("es", "en");
// The quarter of the pages that they look at, of examples, of programs beside the tag, of what is for developers, and of what
// the engines after the first play.
const quarter = process.env.QUARTER ?? String(randomInt(1, 5));
// The database of the payments among which processes are killed.
const chaos = process.env.CHAOS_STORE ?? (hasMariaDb ? either("postgres", "mariadb") : "postgres");

// Of what Node's tests repeat, on another engine, with another value or once more, they play the part that follows from it.
const seed = process.env.TEST_SEED || String(randomInt(1_000_000));

// The engine that plays beside the first one.
const browsers = process.env.BROWSERS || found.length < 3 ? found : [found[0], either(found[1], found[2])];

/** Why a run does not play an engine. */
function whyNot(engine) {
  if (found.includes(engine)) return `BROWSERS=${found[0]},${engine}, or npm run long engines`;
  return wantedEngines().includes(engine) ? "not on this machine" : "not named in BROWSERS";
}

const leftOut = engines
  .filter((engine) => !browsers.includes(engine))
  .map((engine) => `${engine}: ${whyNot(engine)}`)
  .concat(browsers.length > 1 ? "the other engines where all do the same: npm run long engines" : [])
  .concat(
    `the looks of pages in ${looks === "es" ? "English: LOOKS=en" : "Spanish: LOOKS=es"}, or npm run long engines`,
  )
  .concat(
    "three quarters of the looks of pages, of examples, of programs beside the tag, of pages for developers, and of what the " +
      `engines after the first play: QUARTER=1 to QUARTER=4, in this run ${quarter}; the bank's panel is in 2, the playground in 4`,
    `other engines, values and repeats of Node's tests than those of TEST_SEED=${seed}: npm test node`,
    `chaos on the other database: CHAOS_STORE=${chaos === "postgres" ? "mariadb" : "postgres"}`,
    "pages of the documentation site: npm run docs test",
    "long runs of fuzz, soak, chaos and crash, other compilers, bundlers, frameworks and package managers: npm run long",
  );

// The shell also sends SIGINT to the command that runs: that ends, nothing else begins, and the summary says so.
process.once("SIGINT", () => {
  stopped = true;
});

const built = commandsOf("build");
const others = commandsOf("check").filter((command) => !built.includes(command));

/** What the tests in browsers draw. */
const drawn = { BROWSERS: browsers.join(), QUARTER: quarter };

/** The other checks before Node's tests, which put files into folders that they read. */
async function inPackages() {
  await checks(others, 2);
  await suite("Node tests", "node", { CHAOS_STORE: chaos, TEST_SEED: seed });
}

async function inBrowsers() {
  if (browsers.some((name) => name !== "webkit")) await suite("end to end", "e2e", { LOOKS: looks, ...drawn });
  await Promise.all([
    suite("element tests", "element", drawn),
    browsers.includes("webkit") && suite("end to end, WebKitGTK", "webkit", drawn),
  ]);
}

await checks(built);
await Promise.all([inPackages(), inBrowsers()]);
rmSync(scratch, { recursive: true, force: true });

const width = Math.max(...rows.map(({ what }) => what.length));
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(`\n━━ What ran, on Node ${process.versions.node}, in ${minutes} minutes`);
for (const { what, result, seconds } of rows)
  console.log(`${what.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${result}`);
for (const line of named.toSorted()) console.log(line);
for (const line of leftOut) console.log(`left out  ${line}`);
console.log(inWords(sum));
if (sum.failed > 0) process.exitCode = 1;

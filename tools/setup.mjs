// Installs what the scripts need on a machine that has only Node and npm, then runs the command that follows:
// - `start`: what the demo shop and the sandbox run with, and the element's file;
// - `packages`: what development needs, too; `develop`: that, the element's file and the templates of `create`;
//   `test`: that, the built packages, MariaDB and the browsers;
// - `node`, after every install: the Node for all scripts.
// Runs on Node 20 and imports no package. It is quick, and prints nothing when everything is there. A shell that has run
// one `node` does not look for another: that is why the command is started from here, and not after `&&`.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { find, wantedEngines } from "./browsers.mjs";
import { installation, recordFile } from "./installed.mjs";
import { findMariaDb } from "./mariadb.mjs";
import { linkNode, nodePackage } from "./own-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...path) => join(root, ...path);
const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

class SetupError extends Error {}

/** The variables of a child, which finds the project's programs first. */
const environment = (more) => ({
  ...process.env,
  ...more,
  PATH: [at("node_modules", ".bin"), process.env.PATH].join(delimiter),
});

function run(command, ...args) {
  console.log(`$ ${command} ${args.join(" ")}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: environment({ DEBIAN_FRONTEND: "noninteractive" }),
  });
  if (error || status !== 0)
    throw new SetupError(`${command} ${args[0]} did not work: ${error?.message ?? `exit code ${status}`}`);
}

/** The project's Node cannot run here, so the machine's own must: throws when that one is too old. */
function requireNode(why) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  throw new SetupError(
    `Ventanilla needs Node 22.19 or newer. This is Node ${process.versions.node} on ${process.platform} ${process.arch}, ` +
      `and ${why}. Install a newer one from https://nodejs.org, then run this again.`,
  );
}

/** Provides the Node for all scripts: the lock file's, else the machine's own. */
function provideNode() {
  const name = nodePackage();
  if (!name) return requireNode("the project can bring its own Node only on Linux (x64 and arm64)");
  try {
    if (!linkNode(root)) requireNode(`node_modules/${name} is missing or does not run here (it needs glibc)`);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    requireNode(`the project's own cannot be linked: ${error.message}`);
  }
}

function packagesOf(file) {
  return existsSync(at(file)) ? JSON.parse(readFileSync(at(file), "utf8")).packages : undefined;
}

function installDependencies(tools) {
  // When the install brings no Node, the machine's own is checked before the install, not after it.
  if (!nodePackage()) provideNode();
  const node = nodePackage() && `node_modules/${nodePackage()}`;
  const lacking = node && !existsSync(at(node)) ? node : undefined;
  const missing = installation(packagesOf("package-lock.json"), packagesOf(recordFile), { tools, lacking });
  if (missing === undefined) return;
  console.log(missing.why);
  // `npm publish --dry-run` passes its option on to the scripts that it runs.
  run("npm", ...missing.npm, "--dry-run=false");
}

const filesIn = (folder) => readdirSync(at(folder), { recursive: true }).map((name) => at(folder, name));

/** Makes what is not there, or older than its sources. */
function make(what, target, sources, command, ...args) {
  const newest = Math.max(...sources.map(modified));
  if ((modified(at(target)) ?? 0) >= newest) return;
  console.log(`${what} not made, or older than their sources; making them.`);
  run(command, ...args);
}

/** The element's file, which the router serves. Everything else runs from its source. */
function buildElement() {
  const sources = [...filesIn("packages/element/src"), at("vite.config.ts")];
  make(
    "The element's files are",
    "packages/express/dist/ventanilla-pay.min.js",
    sources,
    "vite",
    "build",
    "--logLevel=warn",
  );
}

/** The templates of `create` in JavaScript, which are those in TypeScript without their types. */
function makeTemplates() {
  const sources = filesIn("packages/create/templates").filter((path) => path.endsWith(".ts"));
  make(
    "The templates in JavaScript are",
    "packages/create/templates/js/src/shop.js",
    sources,
    "node",
    "tools/create-templates.mjs",
  );
}

const debianPackages = {
  chromium: ["chromium-headless-shell"],
  firefox: ["firefox-esr"],
  webkit: ["webkit2gtk-driver", "xvfb", "xauth"],
};

function isDebian() {
  return existsSync("/usr/bin/apt-get") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** The packed packages are tested from the files that git knows. */
function installGit() {
  if (!isDebian() || process.getuid?.() !== 0 || spawnSync("git", ["--version"]).status === 0) return;
  run("apt-get", "update", "-q");
  run("apt-get", "install", "-q", "-y", "--no-install-recommends", "git");
}

function installBrowsers() {
  const missing = () => wantedEngines().filter((engine) => find(engine) === undefined);
  if (missing().length > 0 && isDebian() && process.getuid?.() === 0) {
    console.log(`No ${missing().join(", no ")} here; installing from Debian.`);
    try {
      run("apt-get", "update", "-q");
      const packages = missing().flatMap((engine) => debianPackages[engine]);
      run("apt-get", "install", "-q", "-y", "--no-install-recommends", "fonts-dejavu-core", ...packages);
    } catch (error) {
      console.log(error.message);
    }
  }
  if (missing().includes("chromium")) {
    console.log("No Chrome or Chromium here; downloading Playwright's build of it.");
    run("playwright", "install", "chromium");
  }
  for (const engine of wantedEngines()) {
    const install = isDebian() ? ` (as root: apt-get install ${debianPackages[engine].join(" ")})` : "";
    console.log(`${engine.padEnd(9)} ${find(engine) ?? `not here: its tests are left out${install}`}`);
  }
  const required = process.env.BROWSERS ? wantedEngines() : ["chromium"];
  const absent = required.filter((engine) => find(engine) === undefined);
  if (absent.length > 0) throw new SetupError(`The tests cannot run without ${absent.join(" and ")}.`);
}

/** The store of MySQL and MariaDB is tested on a real server, where there is one. */
function installMariaDb() {
  if (findMariaDb() === undefined && isDebian() && process.getuid?.() === 0) {
    console.log("No MariaDB here; installing it from Debian.");
    try {
      run("apt-get", "update", "-q");
      run("apt-get", "install", "-q", "-y", "--no-install-recommends", "mariadb-server");
    } catch (error) {
      console.log(error.message);
    }
  }
  const install = isDebian() ? " (as root: apt-get install mariadb-server)" : "";
  console.log(`mariadb   ${findMariaDb() ?? `not here: its tests are left out${install}`}`);
}

/** The packages as they are published: end-to-end tests import them so. */
function buildPackages() {
  for (const name of readdirSync(at("packages"))) {
    const sources = filesIn(`packages/${name}/src`).filter((path) => !path.endsWith(".test.ts"));
    make("The packages are", `packages/${name}/dist/.tsbuildinfo`, sources, "tsc", "-b", "--checkers", "1");
  }
}

const packages = [() => installDependencies(true), provideNode];
const develop = [...packages, buildElement, makeTemplates];

const steps = {
  node: [() => linkNode(root)],
  start: [() => installDependencies(false), provideNode, buildElement],
  packages,
  develop,
  test: [...develop, buildPackages, installGit, installMariaDb, installBrowsers],
};

/** An argument as the shell of this machine reads it. */
const quoted = (argument) =>
  process.platform === "win32" ? `"${argument}"` : `'${argument.replaceAll("'", "'\\''")}'`;

/** Runs the command and ends as it does. A signal is the command's to answer. */
function runCommand(line, args, done) {
  const whole = [line, ...args.map(quoted)].join(" ");
  const isOne = process.platform !== "win32" && !line.includes("&&");
  const env = environment({ VENTANILLA_SET_UP: done });
  const child = spawn(isOne ? `exec ${whole}` : whole, { cwd: root, stdio: "inherit", shell: true, env });
  // A terminal sends the first of them to the child, too.
  for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"]) {
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
  }
  child.once("exit", (status, signal) => {
    process.exitCode = status ?? 128 + (constants.signals[signal] ?? 0);
  });
}

try {
  const [task = "test", line, ...args] = process.argv.slice(2);
  if (!Object.hasOwn(steps, task))
    throw new SetupError(`setup.mjs does ${Object.keys(steps).join(", ")}, not "${task}".`);
  // A command that runs others, as `npm test` does, has set up for all of them.
  const done = `${task} ${root}`;
  if (process.env.VENTANILLA_SET_UP !== done) for (const step of steps[task]) step();
  if (line !== undefined) runCommand(line, args, done);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

// Installs what the scripts need on a machine that has only Node and npm:
// - `start`: what the demo shop and the sandbox run with, and the element's file;
// - `packages`: what development needs, too; `develop`: that and the element's file; `test`: that and the browsers;
// - `node`, after every install: the Node for all scripts.
// Runs on Node 20 and imports no package. It is quick, and prints nothing when everything is there.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { find, wantedEngines } from "./browsers.mjs";
import { installation, recordFile } from "./installed.mjs";
import { linkNode, nodePackage } from "./own-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...path) => join(root, ...path);
const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

class SetupError extends Error {}

function run(command, ...args) {
  console.log(`$ ${command} ${args.join(" ")}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: {
      ...process.env,
      DEBIAN_FRONTEND: "noninteractive",
      PATH: [at("node_modules", ".bin"), process.env.PATH].join(delimiter),
    },
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

/** Builds the element's file, which the router serves. Everything else runs from its source. */
function buildElement() {
  const filesIn = (folder) => readdirSync(at(folder), { recursive: true }).map((name) => at(folder, name));
  const leanLit = filesIn("tools").filter((path) => path.includes("lean-lit"));
  const newest = Math.max(...[...filesIn("packages/element/src"), ...leanLit, at("vite.config.ts")].map(modified));
  if ((modified(at("packages/element/dist/ventanilla-pay.min.js")) ?? 0) >= newest) return;
  console.log("The element's file is not built, or older than its sources; building it.");
  run("vite", "build", "--logLevel=warn");
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

const packages = [() => installDependencies(true), provideNode];

const steps = {
  node: [() => linkNode(root)],
  start: [() => installDependencies(false), provideNode, buildElement],
  packages,
  develop: [...packages, buildElement],
  // Without a build: the test run begins with one.
  test: [...packages, installGit, installBrowsers],
};

try {
  const task = process.argv[2] ?? "test";
  if (!Object.hasOwn(steps, task))
    throw new SetupError(`setup.mjs does ${Object.keys(steps).join(", ")}, not "${task}".`);
  for (const step of steps[task]) step();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

// Installs what `npm start` and `npm test` need on a machine that has only Node and npm: dependencies, a build
// (`start`), browsers (`test`). With `node`, after every install, it does only the first step: the Node for all
// scripts. Runs on Node 20 and imports no package. It is quick, and prints nothing when everything is there.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { find, wanted } from "./browsers.mjs";
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

function whyInstall() {
  const installed = modified(at("node_modules", ".package-lock.json"));
  if (installed === undefined) return "The dependencies are not installed yet; installing them (up to a minute).";
  if (installed < (modified(at("package-lock.json")) ?? 0))
    return "package-lock.json has changed since the last install; installing again.";
  const name = nodePackage();
  if (name && !existsSync(at("node_modules", name)))
    return "Node 24 is missing from node_modules (installed with --omit=optional?); installing again with it.";
  return undefined;
}

function installDependencies() {
  // Where the install brings no Node, a machine's Node that is too old fails before the install, not after it.
  if (!nodePackage()) provideNode();
  const why = whyInstall();
  if (why === undefined) return;
  console.log(why);
  // Named here, because --omit or NODE_ENV=production in the environment would leave out the tools.
  run("npm", "ci", "--loglevel=error", "--include=dev", "--include=optional");
}

/** Builds what a start needs: the packages for their programs, the element's file for the router. */
function build() {
  const packages = readdirSync(at("packages")).map((name) => at("packages", name));
  const sources = packages.flatMap((folder) =>
    readdirSync(join(folder, "src"), { recursive: true }).map((name) => join(folder, "src", name)),
  );
  const newest = Math.max(...[...sources, at("vite.config.ts")].map((path) => modified(path) ?? 0));
  const built = [at("packages/sandbox/dist/cli.js"), at("packages/element/dist/ventanilla-pay.min.js")];
  const stamp = at("node_modules", ".ventanilla-built");
  if (built.every(existsSync) && (modified(stamp) ?? 0) >= newest) return;
  console.log("The packages are not built, or older than their sources; building them.");
  run("tsc", "-b");
  run("vite", "build", "--logLevel=warn");
  writeFileSync(stamp, "");
}

const debianPackages = {
  chromium: ["chromium-headless-shell"],
  firefox: ["firefox-esr"],
  webkit: ["webkit2gtk-driver", "xvfb", "xauth"],
};

function isDebian() {
  return existsSync("/usr/bin/apt-get") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

function installBrowsers() {
  const missing = () => wanted().filter((engine) => find(engine) === undefined);
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
  for (const engine of wanted()) {
    const install = isDebian() ? ` (as root: apt-get install ${debianPackages[engine].join(" ")})` : "";
    console.log(`${engine.padEnd(9)} ${find(engine) ?? `not here: its tests are left out${install}`}`);
  }
  const required = process.env.BROWSERS ? wanted() : ["chromium"];
  const absent = required.filter((engine) => find(engine) === undefined);
  if (absent.length > 0) throw new SetupError(`The tests cannot run without ${absent.join(" and ")}.`);
}

const steps = {
  node: [() => linkNode(root)],
  packages: [installDependencies, provideNode],
  start: [installDependencies, provideNode, build],
  // Without a build: the test run begins with one.
  test: [installDependencies, provideNode, installBrowsers],
};

try {
  const task = process.argv[2] ?? "test";
  if (!Object.hasOwn(steps, task))
    throw new SetupError(`setup.mjs does "node", "packages", "start" or "test", not "${task}".`);
  for (const step of steps[task]) step();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

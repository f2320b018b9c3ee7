// `prepack` and `postpack` of every package, in its folder. `before` builds the package from nothing, so that what is
// published is what the sources say, whoever packs it and from where; it adds the changelog, and points the links that
// leave the package at the repository. `after` takes the last two back. `built` is the part of `before` that follows
// `npm run build`, where that has run. Runs on Node 20 and imports no package.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { outwardLinks, relativeLinks } from "./package-links.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = process.cwd();
const manifest = JSON.parse(readFileSync("package.json", "utf8"));

/** Runs a program and shows what it prints. npm has put the folders of the programs on the PATH. */
function run(command, ...args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (error || status !== 0) throw error ?? new Error(`${command} ${args[0]} ended with ${status}`);
}

const rewrite = (path, change) => writeFileSync(path, change(readFileSync(path, "utf8")));

function before() {
  run("node", "tools/setup.mjs", "packages");
  rmSync("dist", { recursive: true, force: true });
  run("tsc", "-b", folder, "--checkers", "1");
  // The element's package has its file, and the router's, which serves it.
  if (manifest.exports["./ventanilla-pay.min.js"]) run("vite", "build", "--logLevel=warn");
  if (manifest.customElements) run("node", "tools/element-data.mjs");
  built();
}

function built() {
  if (!manifest.customElements) run("node", "tools/bundle.mjs", folder);
  if (existsSync("templates")) run("node", "tools/create-templates.mjs");
  rewrite("README.md", (text) => outwardLinks(text, manifest));
  writeFileSync("CHANGELOG.md", outwardLinks(readFileSync(join(root, "CHANGELOG.md"), "utf8"), manifest, ""));
}

function after() {
  // What is built is not what the compiler wrote: it has to write it again.
  rmSync(join("dist", ".tsbuildinfo"), { force: true });
  rewrite("README.md", (text) => relativeLinks(text, manifest));
  rmSync("CHANGELOG.md");
}

try {
  const steps = { before, built, after };
  steps[process.argv[2]]();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}

// Makes releases (docs/releasing.md).
// - `npm run release version` raises the packages' version as the changesets say, and moves their text to CHANGELOG.md.
// - `npm run release pack v0.2.0` writes to `release/` what the tag is published with: the packed packages, their
//   software bill of materials, and the notes. It refuses a tag that is not the packages' version. With changesets that
//   no version has, it is a rehearsal and says so; `--final` refuses them.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { changesetIn, notesOf, withRelease } from "./changelog.mjs";
import { outwardLinks } from "./package-links.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (...path) => readFileSync(join(root, ...path), "utf8");

/** Runs a command and gives back what it prints. */
function run(cwd, command, ...args) {
  const stdio = ["ignore", "pipe", "inherit"];
  const options = { cwd, encoding: "utf8", stdio, shell: process.platform === "win32" };
  const { status, error, stdout } = spawnSync(command, args, options);
  if (error || status !== 0) throw error ?? new Error(`${command} ${args[0]} ended with ${status}`);
  return stdout;
}

/** The packages that are published: their folder and `package.json`. */
function publishedPackages() {
  const folders = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);
  const all = folders.map((folder) => ({ folder, ...JSON.parse(read(folder, "package.json")) }));
  return all.filter((one) => !one.private);
}

function versionOf(packages) {
  const [version, ...others] = new Set(packages.map((one) => one.version));
  if (others.length > 0) throw new Error(`the packages have different versions: ${[version, ...others].join(", ")}`);
  return version;
}

const changesets = () => readdirSync(join(root, ".changeset")).filter((name) => /^(?!README).*\.md$/.test(name));

function raiseVersion() {
  const entries = changesets().map((name) => changesetIn(read(".changeset", name)));
  if (!entries.some(({ packages }) => packages.length > 0))
    throw new Error("no changeset in .changeset names a package: npm run changeset writes one");
  run(root, "npx", "changeset", "version");
  const version = versionOf(publishedPackages());
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, "CHANGELOG.md"), withRelease(read("CHANGELOG.md"), { version, date }, entries));
  run(root, "npm", "install", "--package-lock-only", "--ignore-scripts");
  console.log(`${version}: read CHANGELOG.md, commit, and tag the merged commit v${version}.`);
}

/** The bill of materials of a project that has installed the packed packages, without the peers that a shop chooses. */
function billOfMaterials(tarballs, version) {
  const scratch = mkdtempSync(join(tmpdir(), "ventanilla-sbom-"));
  const project = join(scratch, "ventanilla");
  const options = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--prefer-offline"];
  try {
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), JSON.stringify({ name: "ventanilla", version, private: true }));
    run(project, "npm", "install", ...options, ...tarballs);
    const bill = JSON.parse(run(project, "npm", "sbom", "--sbom-format=cyclonedx", "--legacy-peer-deps"));
    // For the packages themselves, npm names the file on this machine.
    for (const one of bill.components)
      one.externalReferences = one.externalReferences.filter(({ url }) => !url.startsWith("file:"));
    return `${JSON.stringify(bill, null, 2)}\n`;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The changelog, in a rehearsal with the changesets as a version would have them. */
function changelogOf(version, pending) {
  const changelog = read("CHANGELOG.md");
  if (pending.length === 0) return changelog;
  const entries = pending.map((name) => changesetIn(read(".changeset", name)));
  return withRelease(changelog, { version, date: "rehearsal" }, entries);
}

function pack(tag, isFinal, folder = join(root, "release")) {
  const packages = publishedPackages();
  const version = versionOf(packages);
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, the packages are ${version}: expected v${version}`);
  const pending = changesets();
  if (isFinal && pending.length > 0)
    throw new Error("there are changesets that no version has: run npm run release version");
  const notes = outwardLinks(notesOf(changelogOf(version, pending), version), packages[0], "");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  run(root, "npm", "pack", `--pack-destination=${folder}`, ...packages.map((one) => `--workspace=${one.folder}`));
  const tarballs = readdirSync(folder).map((name) => join(folder, name));
  if (tarballs.length !== packages.length) throw new Error(`packed ${tarballs.join(", ")}`);
  writeFileSync(join(folder, `ventanilla-${version}.cdx.json`), billOfMaterials(tarballs, version));
  writeFileSync(join(folder, "notes.md"), notes);
  console.log(readdirSync(folder).join("\n"));
  if (pending.length > 0)
    console.log(`A rehearsal, not to be published: changesets that no version has: ${pending.join(", ")}`);
}

try {
  const [task, ...args] = process.argv.slice(2);
  const [tag] = args.filter((arg) => arg !== "--final");
  if (task === "version") raiseVersion();
  else if (task === "pack") pack(tag, args.includes("--final"));
  else throw new Error(`release.mjs does "version" or "pack", not "${task}"`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

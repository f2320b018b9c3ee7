// `npm run long release`: makes a version of a clone of this folder, with one changeset more and an empty one, and packs it.
// It says what a release has: every package in the new version, and a bill of materials of what these install.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanClone, lendDependencies, type Manifest, manifestIn, published, run } from "./pack.ts";
import { write } from "./project.ts";

const scratch = mkdtempSync(join(tmpdir(), "ventanilla-release-"));
const clone = join(scratch, "clone");
const read = (path: string) => readFileSync(join(clone, path), "utf8");
const release = (...args: string[]) => run(process.execPath, ["tools/release.mjs", ...args], clone);

interface Bill {
  components: { name: string; version: string }[];
}

try {
  cleanClone(clone);
  lendDependencies(clone);
  write(clone, ".changeset/rehearsal.md", '---\n"@ventanilla/web": minor\n---\n\nA rehearsal.\n');
  write(clone, ".changeset/unnoticed.md", "---\n---\n");
  const git = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.com"];
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
    ["commit", "--quiet", "--message=all"],
  ])
    run("git", [...git, ...args], clone);

  const before = `v${manifestIn("packages/web").version}`;
  assert.throws(() => release("pack", before, "--final"), /changesets that no version has/);
  assert.match(release("pack", before), /A rehearsal, not to be published: .*rehearsal\.md/);
  assert.match(read("release/notes.md"), /`web`: A rehearsal\./);

  const earlier = read("CHANGELOG.md").split(/^## .*$/m);
  release("version");
  const { version } = JSON.parse(read("packages/web/package.json")) as Manifest;
  assert.notEqual(version, manifestIn("packages/web").version);
  assert.match(read("CHANGELOG.md"), new RegExp(`^## ${version} .*- \`web\`: A rehearsal\\.$`, "ms"));
  for (const section of earlier)
    assert.ok(read("CHANGELOG.md").includes(section.trim()), "a line of the changelog is lost");
  assert.throws(() => release("pack", "v0.0.1"), /the tag is v0\.0\.1, the packages are/);

  console.log(release("pack", `v${version}`, "--final"));
  const files = readdirSync(join(clone, "release"));
  const tarballs = published.map(
    (folder) => `${manifestIn(folder).name.replace("@", "").replace("/", "-")}-${version}.tgz`,
  );
  assert.deepEqual(files.toSorted(), [...tarballs, `ventanilla-${version}.cdx.json`, "notes.md"].toSorted());
  assert.doesNotMatch(read("release/notes.md"), /\]\((?!https:|#)/);

  const bill = read(`release/ventanilla-${version}.cdx.json`);
  const { components } = JSON.parse(bill) as Bill;
  const needed = published
    .map((folder) => manifestIn(folder))
    .flatMap(({ name, dependencies = {} }) => [name, ...Object.keys(dependencies)]);
  for (const name of new Set(needed))
    assert.ok(
      components.some((each) => each.name === name),
      name,
    );
  assert.equal(bill.includes(scratch), false, "the bill names this machine's folders");
  console.log(`${components.length} packages in the bill of materials.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

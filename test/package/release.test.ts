import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { changesetIn, notesOf, withRelease } from "../../tools/changelog.mjs";
import { root } from "./texts.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifests = globSync("packages/*/package.json", { cwd: root }).map(
  (path) => JSON.parse(read(path)) as { name: string; version: string; private?: boolean },
);

test("changesets raise the one version of all packages", () => {
  const config = JSON.parse(read(".changeset/config.json")) as { fixed: string[][]; changelog: unknown };
  assert.deepEqual(config.fixed, [["@ventanilla/*"]]);
  assert.ok(manifests.every(({ name }) => name.startsWith("@ventanilla/")));
  assert.equal(config.changelog, false, "tools/changelog.mjs writes the one changelog");
});

test("every changeset names packages that exist, and says what changes", () => {
  for (const file of globSync(".changeset/!(README).md", { cwd: root })) {
    const { packages, text } = changesetIn(read(file));
    const unknown = packages.filter((name) => !manifests.some((each) => each.name === `@ventanilla/${name}`));
    assert.deepEqual(unknown, [], file);
    if (packages.length > 0) assert.notEqual(text, "", file);
  }
});

test("a changeset is read as changesets reads it, an empty one too", () => {
  assert.deepEqual(changesetIn("---\n---\n"), { packages: [], text: "" });
  for (const name of ['"@ventanilla/web"', "'@ventanilla/web'", "? >-\n  @ventanilla/web\n"])
    assert.deepEqual(changesetIn(`---\n${name}: patch\n---\n\nWaits less.\n`), {
      packages: ["web"],
      text: "Waits less.",
    });
  assert.deepEqual(changesetIn('---\n"@ventanilla/web": none\n---\n').packages, []);
  assert.throws(() => changesetIn("Waits less.\n"), /changeset/);
  assert.throws(() => changesetIn('---\n"@ventanilla/web": small\n---\n\nWaits less.\n'), /small/);
});

const head = "# Changelog\n\nAll changes.\n";
const changesets = [
  changesetIn('---\n"@ventanilla/client": minor\n"@ventanilla/web": patch\n---\n\nAsks twice.\nWaits less.\n'),
  changesetIn('---\r\n"@ventanilla/element": major\r\n---\r\n\r\nIs blue.\r\n'),
];
const empty = changesetIn("---\n---\n\nNobody notices it.\n");
const entries = "- `client`, `web`: Asks twice.\n  Waits less.\n- `element`: Is blue.\n";

test("a version's changesets are its entries, under what was written by hand and above older versions", () => {
  const unreleased = `${head}\n## Unreleased\n\n### Added\n\n- A card.\n`;
  const first = withRelease(unreleased, { version: "0.2.0", date: "2026-12-01" }, [empty, ...changesets]);
  assert.equal(first, `${head}\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- A card.\n\n${entries}`);

  const second = withRelease(first, { version: "0.3.0", date: "2026-12-02" }, changesets.slice(1));
  assert.equal(second, `${head}\n## 0.3.0 (2026-12-02)\n\n- \`element\`: Is blue.\n\n${first.slice(head.length + 1)}`);
  assert.equal(notesOf(second, "0.2.0"), `### Added\n\n- A card.\n\n${entries}`);
  assert.equal(notesOf(second, "0.3.0"), "- `element`: Is blue.\n");
  assert.throws(() => notesOf(second, "0.3"), /CHANGELOG\.md says nothing of 0\.3/);
});

test("this changelog keeps every line when it is released", () => {
  const changelog = read("CHANGELOG.md");
  const released = withRelease(changelog, { version: "99.0.0", date: "2026-12-01" }, changesets);
  const kept = released.replace(`\n${entries}`, "").replace("## 99.0.0 (2026-12-01)", "## Unreleased");
  assert.equal(kept.trim(), changelog.trim());
});

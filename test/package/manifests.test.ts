import assert from "node:assert/strict";
import { test } from "node:test";
import { changesetIn, notesOf, withRelease } from "../../tools/changelog.mjs";
import { outwardLinks, relativeLinks } from "../../tools/package-links.mjs";
import { manifestIn, published } from "../packed/pack.ts";
import { filesIn, isThere, jsonOf, textOf } from "./texts.ts";

/** The repository's address, the same in every package. */
const home = (manifestIn("packages/web").repository?.url ?? "").replace(/^git\+|\.git$/g, "");

test("a package says what it is for, where its source, its page and its problems are, and how it is published", () => {
  assert.ok(published.length >= 6);
  assert.match(home, /^https:\/\/[\w.-]+\/[\w-]+\/[\w-]+$/);
  for (const folder of published) {
    const manifest = manifestIn(folder);
    assert.match(manifest.name, /^@ventanilla\//);
    assert.ok((manifest.description ?? "").length > 20, folder);
    assert.ok((manifest.keywords ?? []).length >= 4, folder);
    assert.deepEqual(
      [manifest.license, manifest.homepage, manifest.bugs, manifest.repository, manifest.publishConfig],
      [
        "MIT",
        `${home}/tree/main/${folder}#readme`,
        `${home}/issues`,
        { type: "git", url: `git+${home}.git`, directory: folder },
        { access: "public", provenance: true },
      ],
      folder,
    );
    assert.equal(textOf(`${folder}/LICENSE`), textOf("LICENSE"));
  }
});

test("a package is built when it is packed, runs nothing when it is installed, and has the version that others need", () => {
  const scripts = { prepack: "node ../../tools/pack.mjs before", postpack: "node ../../tools/pack.mjs after" };
  const { version } = manifestIn("packages/web");
  for (const folder of published) {
    const { dependencies = {}, peerDependencies = {}, ...manifest } = manifestIn(folder);
    assert.deepEqual(manifest.scripts, scripts, folder);
    const needed = Object.entries({ ...dependencies, ...peerDependencies });
    const ours = needed.flatMap(([name, range]) => (name.startsWith("@ventanilla/") ? range : []));
    assert.deepEqual(new Set([manifest.version, ...ours]), new Set([version]), folder);
  }
});

test("a compiler that knows no exports finds the same types: main, types and typesVersions say what they say", () => {
  for (const folder of published) {
    const { exports, main, types, typesVersions } = manifestIn(folder);
    const entries = Object.entries(exports).flatMap(([key, to]) =>
      typeof to === "string" || to.types === undefined ? [] : [[key, to] as const],
    );
    const [[, whole] = [], ...others] = entries;
    assert.deepEqual([main, types], [whole?.default, whole?.types], folder);
    const versions = Object.fromEntries(others.map(([key, to]) => [key.slice(2), [to.types]]));
    assert.deepEqual(typesVersions?.["*"] ?? {}, versions, folder);
  }
});

test("a published document's links leave the package for the repository at its version, and stay where the package has the file", () => {
  const repository = { url: "git+https://forge.example/shop/shop.git", directory: "packages/web" };
  const shop = { version: "1.2.0", repository };
  const blob = "https://forge.example/shop/shop/blob/v1.2.0";
  for (const [here, there] of [
    ["[a](../../docs/stores.md#tables)", `[a](${blob}/docs/stores.md#tables)`],
    ["[a](../express)", `[a](${blob}/packages/express)`],
    ['<img src="../../docs/flow.svg" alt="a flow">', `<img src="${blob}/docs/flow.svg" alt="a flow">`],
    ["[a](src/money.ts)", `[a](${blob}/packages/web/src/money.ts)`],
    ["[a](LICENSE), [b](#use), [c](https://nodejs.org), [d](mailto:a@b.example)", undefined],
  ] as const) {
    assert.equal(outwardLinks(here, shop), there ?? here);
    assert.equal(relativeLinks(there ?? here, shop), here);
  }
  assert.equal(outwardLinks("[a](docs/router.md)", shop, ""), `[a](${blob}/docs/router.md)`);
});

test("every changeset names packages that exist, and says what changes; all packages are raised to one version", () => {
  const config = jsonOf(".changeset/config.json");
  assert.deepEqual(config.fixed, [["@ventanilla/*"]]);
  assert.equal(config.changelog, false, "tools/changelog.mjs writes the one changelog");
  for (const file of filesIn(".changeset/!(README).md")) {
    const { packages, text } = changesetIn(textOf(file));
    for (const name of packages) assert.ok(isThere(`packages/${name}`), file);
    assert.ok(packages.length === 0 || text !== "", file);
  }
});

test("a changeset is read as changesets reads it, an empty one too", () => {
  assert.deepEqual(changesetIn("---\n---\n"), { packages: [], text: "" });
  const text = "Waits less.";
  for (const name of ['"@ventanilla/web"', "'@ventanilla/web'", "? >-\n  @ventanilla/web\n"])
    assert.deepEqual(changesetIn(`---\n${name}: patch\n---\n\n${text}\n`), { packages: ["web"], text });
  assert.throws(() => changesetIn("Waits less.\n"), /changeset/);
  assert.throws(() => changesetIn('---\n"@ventanilla/web": small\n---\n\nWaits less.\n'), /small/);
});

test("a version's changesets are its entries, under what was written by hand and above older versions, of which no line is lost", () => {
  const changesets = [
    changesetIn("---\n---\n\nNobody notices it.\n"),
    changesetIn('---\n"@ventanilla/client": minor\n"@ventanilla/web": patch\n---\n\nAsks twice.\nWaits less.\n'),
    changesetIn('---\r\n"@ventanilla/element": major\r\n---\r\n\r\nIs blue.\r\n'),
  ];
  const entries = "- `client`, `web`: Asks twice.\n  Waits less.\n- `element`: Is blue.\n";
  const head = "# Changelog\n\nAll changes.\n";
  const hand = "### Added\n\n- A card.\n";
  const first = withRelease(`${head}\n## Unreleased\n\n${hand}`, { version: "0.2.0", date: "2026-12-01" }, changesets);
  assert.equal(first, `${head}\n## 0.2.0 (2026-12-01)\n\n${hand}\n${entries}`);
  const second = withRelease(first, { version: "0.3.0", date: "2026-12-02" }, changesets.slice(2));
  assert.equal(second, `${head}\n## 0.3.0 (2026-12-02)\n\n- \`element\`: Is blue.\n\n${first.slice(head.length + 1)}`);
  assert.equal(notesOf(second, "0.2.0"), `${hand}\n${entries}`);
  assert.equal(notesOf(second, "0.3.0"), "- `element`: Is blue.\n");
  assert.throws(() => notesOf(second, "0.3"), /CHANGELOG\.md says nothing of 0\.3/);

  const changelog = textOf("CHANGELOG.md");
  const released = withRelease(changelog, { version: "99.0.0", date: "2026-12-01" }, changesets);
  const kept = released.replace(`\n${entries}`, "").replace("## 99.0.0 (2026-12-01)", "## Unreleased");
  assert.equal(kept.trim(), changelog.trim());
});

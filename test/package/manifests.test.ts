import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { outwardLinks, relativeLinks } from "../../tools/package-links.mjs";
import { manifestIn, published } from "../packed/pack.ts";
import { root } from "./texts.ts";

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
    assert.equal(readFileSync(join(root, folder, "LICENSE"), "utf8"), readFileSync(join(root, "LICENSE"), "utf8"));
  }
});

test("a package is built when it is packed, and runs nothing when it is installed", () => {
  const scripts = { prepack: "node ../../tools/pack.mjs before", postpack: "node ../../tools/pack.mjs after" };
  for (const folder of published) assert.deepEqual(manifestIn(folder).scripts, scripts, folder);
});

test("a compiler that knows no exports finds the same types: main, types and typesVersions say what they say", () => {
  for (const folder of published) {
    const { exports, main, types, typesVersions } = JSON.parse(
      readFileSync(join(root, folder, "package.json"), "utf8"),
    ) as Record<string, Record<string, { types?: string; default?: string } | undefined>>;
    const entries = Object.entries(exports ?? {}).filter(([, target]) => target?.types !== undefined);
    const [[, whole] = [], ...others] = entries;
    assert.deepEqual([main, types], [whole?.default, whole?.types], folder);
    const versions = Object.fromEntries(others.map(([key, target]) => [key.slice(2), [target?.types]]));
    assert.deepEqual(typesVersions?.["*"] ?? {}, versions, folder);
  }
});

test("the packages have one version, and need each other in it", () => {
  const { version } = manifestIn("packages/web");
  for (const folder of published) {
    const { dependencies = {}, peerDependencies = {}, ...manifest } = manifestIn(folder);
    const needed = Object.entries({ ...dependencies, ...peerDependencies });
    const ours = needed.flatMap(([name, range]) => (name.startsWith("@ventanilla/") ? range : []));
    assert.deepEqual(new Set([manifest.version, ...ours]), new Set([version]), folder);
  }
});

const shop = {
  version: "1.2.0",
  repository: { url: "git+https://forge.example/shop/shop.git", directory: "packages/web" },
};

test("a published document's links leave the package for the repository at its version, and stay where the package has the file", () => {
  for (const [here, there] of [
    ["[a](../../docs/stores.md#tables)", "[a](https://forge.example/shop/shop/blob/v1.2.0/docs/stores.md#tables)"],
    ["[a](../express)", "[a](https://forge.example/shop/shop/blob/v1.2.0/packages/express)"],
    [
      '<img src="../../docs/flow.svg" alt="a flow">',
      '<img src="https://forge.example/shop/shop/blob/v1.2.0/docs/flow.svg" alt="a flow">',
    ],
    ["[a](src/money.ts)", "[a](https://forge.example/shop/shop/blob/v1.2.0/packages/web/src/money.ts)"],
    ["[a](LICENSE), [b](#use), [c](https://nodejs.org), [d](mailto:a@b.example)", undefined],
  ] as const) {
    assert.equal(outwardLinks(here, shop), there ?? here);
    assert.equal(relativeLinks(there ?? here, shop), here);
  }
  assert.equal(
    outwardLinks("[a](docs/router.md)", shop, ""),
    "[a](https://forge.example/shop/shop/blob/v1.2.0/docs/router.md)",
  );
});

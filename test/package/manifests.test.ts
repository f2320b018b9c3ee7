import assert from "node:assert/strict";
import { test } from "node:test";
import { changesetIn } from "../../tools/changelog.mjs";
import { manifestIn, published } from "../packed/pack.ts";
import { filesIn, isThere, jsonOf, textOf } from "./texts.ts";

/** The repository's address, the same in every package. */
const home = (manifestIn("packages/web").repository?.url ?? "").replace(/^git\+|\.git$/g, "");

test("a package says what it is for, and where its source, its page and its problems are; all have one version", () => {
  assert.ok(published.length >= 6);
  const { version } = manifestIn("packages/web");
  for (const folder of published) {
    const { name, description, keywords = [], dependencies, peerDependencies, ...manifest } = manifestIn(folder);
    assert.match(name, /^@ventanilla\//);
    assert.ok((description ?? "").length > 20 && keywords.length >= 4, folder);
    const said = {
      license: "MIT",
      homepage: `${home}/tree/main/${folder}#readme`,
      bugs: `${home}/issues`,
      repository: { type: "git", url: `git+${home}.git`, directory: folder },
      publishConfig: { access: "public", provenance: true },
      // It is built when it is packed, and runs nothing when it is installed.
      scripts: { prepack: "node ../../tools/pack.mjs before", postpack: "node ../../tools/pack.mjs after" },
    };
    assert.deepEqual({ ...manifest, ...said }, manifest, folder);
    const needed = Object.entries({ ...dependencies, ...peerDependencies });
    const ours = needed.flatMap(([other, range]) => (other.startsWith("@ventanilla/") ? range : []));
    assert.deepEqual(new Set([manifest.version, ...ours]), new Set([version]), folder);
    assert.equal(textOf(`${folder}/LICENSE`), textOf("LICENSE"));
  }
  const templates = filesIn(".github/ISSUE_TEMPLATE/*.yml").map(textOf).join("\n");
  for (const [address] of templates.matchAll(/https:\/\/[\w.-]+\/[\w-]+\/[\w-]+/g)) assert.equal(address, home);
});

test("every changeset says of which packages it is and what changes; all packages are raised to one version", () => {
  const config = jsonOf(".changeset/config.json");
  assert.deepEqual([config.fixed, config.changelog], [[["@ventanilla/*"]], false], "the one changelog is CHANGELOG.md");
  for (const file of filesIn(".changeset/!(README).md")) {
    const { packages, text } = changesetIn(textOf(file));
    for (const name of packages) assert.ok(isThere(`packages/${name}`) && text !== "", file);
  }
});

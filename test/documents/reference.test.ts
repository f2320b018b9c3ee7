import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { root } from "../package/texts.ts";
import { isThere } from "./documents.ts";

const skip = isThere("packages/element/dist/custom-elements.json") ? false : "not built: npm run build";

test("the reference pages say what manifest and doc comments say, in both languages", { skip }, () => {
  // The manifest first: pages made from an old one are old, too.
  for (const tool of ["element-data", "reference-page"]) {
    const { status, stderr } = spawnSync(process.execPath, [`tools/${tool}.mjs`, "--check"], {
      cwd: root,
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
  }
});

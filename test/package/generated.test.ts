import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { contract } from "../conformance/contract.ts";
import { linesOfTexts, root } from "./texts.ts";

/** What a tool writes: `node tools/{tool}.mjs` writes it again. */
for (const [tool, title] of [
  ["attempt-page", "the page of an attempt says what the transition function and its schedule do"],
  ["conformance-table", "the table of conformance has every point of the contract, and each has a test"],
  ["drawings", "docs/drawings shows the steps of a payment and the states of an attempt"],
] as const) {
  test(title, () => {
    const check = [`tools/${tool}.mjs`, "--check"];
    const { status, stderr } = spawnSync(process.execPath, check, { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  });
}

test("the contract's points are each listed once", () => {
  assert.equal(new Set(contract.map(({ key }) => key)).size, contract.length);
});

const page = readFileSync(resolve(root, "docs/contributing/contract.md"), "utf8");

test("every section of the contract that a source, a test or a page cites is on the contract's page", () => {
  const anchors = new Set([...page.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id));
  const cited = linesOfTexts().flatMap(({ text, where }) =>
    [...text.matchAll(/§\s?(\d+(?:\.\d+)*)/g)].map(([, section = ""]) => ({ where, section })),
  );
  assert.ok(cited.length > 20);
  assert.deepEqual(
    cited.filter(({ section }) => !anchors.has(section)),
    [],
  );
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { restResponseFields } from "@ventanilla/client/wire";
import { contract } from "../conformance/contract.ts";
import { matrix, restFields, resultFields, sessionFields, threeDsFields } from "../conformance/contract-tables.ts";
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

/** The rows of the tables below an anchor, up to the next heading; a cell with several names is a row for each. */
function rowsBelow(anchor: string): string[][] {
  const [beforeHeading = "", section = ""] = page.slice(page.indexOf(`<a id="${anchor}"></a>`)).split(/^#+ /m);
  const below = beforeHeading.includes("| `") ? beforeHeading : section;
  return below
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .flatMap(([, names = "", ...cells]) => names.split(", ").map((name) => [name.replaceAll("`", ""), ...cells]));
}

const asRequirement: Record<string, string> = { mandatory: "m", optional: "o", conditional: "c" };

test("the page's tables are those that the conformance suite holds every bank to", () => {
  const rest = rowsBelow("2.1").map(([name, type, length]) => [name, type, length]);
  assert.deepEqual(rest.slice(0, restFields.length), restFields);
  const answers = rest.slice(restFields.length).map(([name]) => name);
  assert.deepEqual(answers, Object.keys(restResponseFields));
  const session = rowsBelow("2.2").map(([name, need = "", length]) => [name, asRequirement[need], length]);
  assert.deepEqual(session, sessionFields);
  const threeDs = rowsBelow("2.2-3ds").map(([name, need = "", length]) => [name, asRequirement[need], length]);
  assert.deepEqual(threeDs, threeDsFields);
  const results = rowsBelow("2.2-results").map(([name]) => name);
  assert.deepEqual(
    results,
    resultFields.map(([name]) => name),
  );
  const cells = rowsBelow("4.1-matrix").map(([name, ...row]) => [name, row.slice(0, 5).join("")]);
  assert.deepEqual(cells, matrix);
});

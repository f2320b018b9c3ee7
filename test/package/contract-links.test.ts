import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { test } from "node:test";
import { matrix, restFields, resultFields, sessionFields, threeDsFields } from "../conformance/contract-tables.ts";
import { linesOfTexts, root } from "./texts.ts";

const page = readFileSync(resolve(root, "docs/contributing/contract.md"), "utf8");
const anchors = new Set([...page.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id));

const lines = linesOfTexts();

test("every section that a source, a test or a page cites is a section of docs/contributing/contract.md", () => {
  assert.ok(lines.length > 10_000);
  const cited = lines.flatMap(({ text, where }) =>
    [...text.matchAll(/§\s?(\d+(?:\.\d+)*)/g)].map(([, section = ""]) => ({ where, section })),
  );
  assert.ok(cited.length > 20);
  assert.deepEqual(
    cited.filter(({ section }) => !anchors.has(section)),
    [],
  );
});

test("every link to docs/contributing/contract.md, and every link of that page, has a target", () => {
  const broken = lines.flatMap(({ text, where, file }) =>
    [...text.matchAll(/\]\(([^)\s]*)\)/g)].flatMap(([, link = ""]) => {
      const [path = "", anchor] = link.split("#");
      const isPage = path === "" ? file.endsWith("docs/contributing/contract.md") : /(?:^|\/)contract\.md$/.test(path);
      if (isPage && anchor !== undefined && !anchors.has(anchor)) return [`${where}: ${link}`];
      const isOurs = isPage || file.endsWith("docs/contributing/contract.md");
      if (!isOurs || path === "" || /^https?:/.test(path)) return [];
      return existsSync(resolve(dirname(file), path)) ? [] : [`${where}: ${link}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test("the page has an anchor for every section and every numbered rule, once", () => {
  const sections = ["1", "2", "2.1", "2.2", "3", "4", "4.1", "4.2", "5", "6", "7", "8", "9"];
  const rules = [3, 5, 6, 7].flatMap((section) => [1, 2, 3, 4].map((rule) => `${section}.${rule}`));
  for (const name of [...sections, ...rules, "3.5", "3.6", "5.5", "5.6", "7.5"]) assert.ok(anchors.has(name), name);
  assert.equal(page.match(/<a id=/g)?.length, anchors.size);
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

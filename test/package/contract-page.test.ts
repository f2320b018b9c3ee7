import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { responseCodes } from "@ventanilla/client";
import { assertCurrent } from "./current.ts";
import { root } from "./texts.ts";

const page = readFileSync(join(root, "docs/contributing/contract.md"), "utf8");

test("docs/contributing/contract.md has the client's reading of every response code and spelling", () => {
  assertCurrent("contract-page");
  for (const { code, description } of responseCodes) assert.ok(page.includes(`| \`${code}\` | ${description} |`), code);
});

test("every row says why, and only a refusal is safe to repeat", () => {
  const table = page.slice(page.indexOf("<!-- response codes"), page.indexOf("<!-- end of the response codes"));
  const rows = table.split("\n").filter((line) => /^\| (?:`\w+`|any other) \|/.test(line));
  assert.equal(rows.length, responseCodes.length + 1);
  for (const row of rows) {
    const [, , , ...cells] = row.split("|").map((text) => text.trim());
    assert.match(cells[3] ?? "", /\w/, row);
    for (const cell of cells.slice(0, 3)) {
      assert.match(cell, /^(?:declined · yes|(?:approved|pending|review) · no) · \w+$/, row);
    }
  }
});

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

test("every code that is neither refused nor asked about again says why", () => {
  const table = page.slice(page.indexOf("<!-- response codes"), page.indexOf("<!-- end of the response codes"));
  const rows = table.split("\n").filter((line) => /^\| (?:`\w+`|any other) \|/.test(line));
  assert.equal(rows.length, responseCodes.length + 1);
  for (const row of rows) {
    const [, , , payment = "", followUp = "", because = ""] = row.split("|").map((text) => text.trim());
    assert.match(payment, /^(?:approved|declined|pending|review) · \w+$/, row);
    assert.match(followUp, /^(?:approved|declined|pending|review)$/, row);
    assert.ok(because !== "" || /^(?:declined|pending)/.test(payment), row);
  }
});

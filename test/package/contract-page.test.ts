import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { responseCodes } from "@ventanilla/client";

const root = new URL("../..", import.meta.url);

test("docs/contract.md has the client's reading of every response code and spelling", () => {
  const { status, stderr } = spawnSync(process.execPath, ["tools/contract-page.mjs", "--check"], {
    cwd: fileURLToPath(root),
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  const page = readFileSync(new URL("docs/contract.md", root), "utf8");
  for (const { code, description } of responseCodes) assert.ok(page.includes(`| \`${code}\` | ${description} |`), code);
});

test("every row says why, and only a refusal is safe to repeat", () => {
  const page = readFileSync(new URL("docs/contract.md", root), "utf8");
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

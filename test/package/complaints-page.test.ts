import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./texts.ts";

const page = readFileSync(join(root, "docs/contributing/complaints.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| complaint"));

test("every complaint names a public thread and a test whose title its file has", () => {
  assert.ok(rows.length >= 15);
  for (const row of rows) {
    assert.match(row, /\[[\w.-]*#\d+\]\(https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+\)/);
    const [, title = "", path = ""] = /\[([^\]]+)\]\(\.\.\/\.\.\/(test\/[^)]+)\) \|$/.exec(row) ?? [];
    assert.ok(title, row);
    assert.ok(readFileSync(join(root, path), "utf8").includes(title), `${path} has no test “${title}”`);
  }
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { contract } from "../conformance/contract.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("docs/conformance.md is up to date, and every point of the contract has a test", () => {
  const { status, stderr } = spawnSync(process.execPath, ["tools/conformance-table.mjs", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
});

test("the contract's points are each listed once, with what they say", () => {
  assert.equal(new Set(contract.map(({ key }) => key)).size, contract.length);
  for (const { key, says } of contract) {
    assert.match(key, /^\d(?:\.\d)?(?: \S.*)?$/);
    assert.match(says, /\S/, key);
  }
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("docs/drawings shows the steps of a payment and the states of an attempt", () => {
  const { status, stderr } = spawnSync(process.execPath, ["tools/drawings.mjs", "--check"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
});

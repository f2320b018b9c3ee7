import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("docs/attempt.md says what the transition function and its schedule do", () => {
  const { status, stderr } = spawnSync(process.execPath, ["tools/attempt-page.mjs", "--check"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
});

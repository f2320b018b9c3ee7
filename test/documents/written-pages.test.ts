import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { root } from "../package/texts.ts";

for (const [tool, title] of [
  ["drawings", "docs/drawings shows the steps of a payment and the states of an attempt"],
  ["sandbox-page", "the sandbox's reference lists its cards, faults and switches, in both languages"],
] as const) {
  test(title, () => {
    const check = [`tools/${tool}.mjs`, "--check"];
    const { status, stderr } = spawnSync(process.execPath, check, { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  });
}

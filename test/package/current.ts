import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { root } from "./texts.ts";

/** Fails when what a tool writes is out of date: `node tools/{tool}.mjs` writes it again. */
export function assertCurrent(tool: string): void {
  const check = [`tools/${tool}.mjs`, "--check"];
  const { status, stderr } = spawnSync(process.execPath, check, { cwd: root, encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

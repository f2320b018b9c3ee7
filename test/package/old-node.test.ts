import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

for (const [name, file] of [
  ["ventanilla", "express/bin/ventanilla.js"],
  ["create-ventanilla", "create/bin/create-ventanilla.js"],
  ["ventanilla-sandbox", "sandbox/bin/ventanilla-sandbox.js"],
] as const) {
  const bin = fileURLToPath(new URL(`../../packages/${file}`, import.meta.url));

  test(`${name} on a Node that is too old says which one it needs, in one line`, () => {
    for (const version of ["20.20.2", "22.18.0", "18.0.0"]) {
      const old = `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "${version}" })`;
      const { status, stderr } = spawnSync(process.execPath, ["--import", old, bin, "--help"], { encoding: "utf8" });
      assert.deepEqual([status, stderr], [1, `${name}: needs Node 22.19 or newer, this is ${version}\n`]);
    }
  });

  test(`${name} imports nothing before it has looked at its Node`, () => {
    assert.doesNotMatch(readFileSync(bin, "utf8"), /^import /m);
  });
}

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./texts.ts";

test("every page of ours names its icon: a browser asks no address that may answer 404", () => {
  const files = globSync(
    [
      "{demo,packages/*}/{src,theatre}/**/*.ts",
      "packages/create/templates/**/pages.ts",
      "examples/**/*.{html,js,ts,tsx}",
    ],
    { cwd: root, exclude: ["examples/*/node_modules/**"] },
  );
  const pages = files.filter((file) => /<!doctype html>\s*<html lang/i.test(readFileSync(join(root, file), "utf8")));
  const without = pages.filter((file) => !/rel="icon"|\$\{noIcon\}/.test(readFileSync(join(root, file), "utf8")));
  assert.ok(pages.length > 10, pages.join());
  assert.deepEqual(without, []);
});

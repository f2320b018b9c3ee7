import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { bareOptions } from "../packed/project.ts";
import { root } from "./texts.ts";

/** A shop without a counter, which makes its router and closes it. Prints the modules that it has loaded. */
const program = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
const { ventanilla } = await import("@ventanilla/express");
const { sqliteStore } = await import("@ventanilla/express/sqlite");
const payments = ventanilla(${bareOptions});
await payments.reconcileOnce({ budgetMs: 10_000 });
await payments.close();
console.log(JSON.stringify(loaded));
`;

test("a shop with one store and no counter loads what takes payments, and nothing of the staff's tools", () => {
  const args = ["--conditions=@ventanilla/source", "--input-type=module", "--eval", program];
  const loaded = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as string[];
  const sources = resolve(root, "packages/express/src");
  const files = loaded
    .filter((url) => url.startsWith("file:"))
    .map((url) => relative(sources, fileURLToPath(url)).replaceAll("\\", "/"))
    .filter((file) => !file.startsWith(".."));
  assert.deepEqual(
    files.filter((file) => /^(?:counter|cli)\//.test(file)),
    [],
  );
  const lines = files.reduce(
    (sum, file) => sum + readFileSync(resolve(sources, file), "utf8").split("\n").length - 1,
    0,
  );
  assert.ok(lines <= 10_609, `${lines} lines in ${files.length} files`);
});

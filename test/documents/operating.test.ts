import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../package/texts.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

test("every alert, every problem of the health and every warning of the process has its row", () => {
  const folder = "packages/express/src";
  const codesIn = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].flatMap(([, code]) => code ?? []);
  const [, alertsOf = ""] = /export type Alert =([^;]*);/.exec(read(`${folder}/report/messages.ts`)) ?? [];
  const [, problemsOf = ""] = /\n {2}code:\n([^;]*);/.exec(read(`${folder}/report/health.ts`)) ?? [];
  const warnings = globSync(`${folder}/**/*.ts`, { cwd: root }).map(read).join("\n");
  const codes = [
    ...codesIn(/"(\w+)"/g, alertsOf),
    ...codesIn(/"(\w+)"/g, problemsOf),
    ...codesIn(/code: "(VENTANILLA_\w+)"/g, warnings),
  ];
  assert.ok(codes.length >= 24, `${codes.length} codes`);
  const rows = read("docs/operating.md");
  assert.deepEqual(
    codes.filter((code) => !rows.includes(`| \`${code}\` |`)),
    [],
  );
});

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesOf } from "../groups/together.ts";
import { root } from "./texts.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const filesIn = (pattern: string) => globSync(pattern, { cwd: root });

/** The test files that a script's command names to `node --test`, and those that run in them. */
function filesOfScript(name: string): string[] {
  const patterns = (scripts[name] ?? "").match(/test\/[^\s"]+\.ts/g) ?? [];
  return patterns.flatMap(filesIn).flatMap((file) => [file, ...filesOfGroup(file)]);
}

function filesOfGroup(file: string): string[] {
  if (!file.startsWith("test/groups/")) return [];
  const call = /together\("([\w-]+)"(?:, (\d+), (\d+))?\)/.exec(readFileSync(join(root, file), "utf8"));
  assert.ok(call, `${file} runs no folder`);
  const [, folder = "", part = "0", parts = "1"] = call;
  return filesOf(folder, Number(part), Number(parts)).map((path) => `test/${path}`);
}

test("every *.test.ts is run by exactly one script of npm test", () => {
  const run = [
    ...filesOfScript("test:node"),
    ...filesOfScript("test:e2e:webkit"),
    // The configuration of `test:element` takes the tests of its folder, that of `test:e2e` the `*.spec.ts` of its own.
    ...filesIn("test/element/*.test.ts"),
  ];
  assert.deepEqual(run.toSorted(), filesIn("test/**/*.test.ts").toSorted());
  assert.deepEqual(filesIn("test/**/*.spec.ts").toSorted(), filesIn("test/e2e/*.spec.ts").toSorted());
});

test("a script means the same to the shells of Linux, macOS and Windows", () => {
  // cmd.exe has no variables before a command, quotes with " alone, and leaves patterns and $NAME as they are.
  for (const [name, script] of Object.entries(scripts)) {
    for (const command of script.split(" && ")) assert.doesNotMatch(command, /^\w+=|['`$;|<>~\\]|\s[^"\s]*[*?{]/, name);
  }
});

test("every script sets up first, also in a new clone, and what it then runs is found after that", () => {
  // A shell keeps the place of a program that it has run: the second `node` of a script would be the machine's own.
  const others = Object.entries(scripts)
    .filter(
      ([, script]) => !/^node tools\/setup\.mjs (?:start|packages|develop|test) "[^"]+"(?: (?!&)\S+)*$/.test(script),
    )
    .map(([name]) => name);
  assert.deepEqual(others, ["setup", "postinstall"]);
});

test("the programs that knip cannot see in a command are started by it", () => {
  assert.match(scripts.lint ?? "", / "biome .* && oxlint .*--type-aware && knip .*"$/);
});

test("what opens a browser brings the browsers before its first minute", () => {
  const opens = /playwright|wtr|webkit|site\.ts|node-tests|test\.mjs|bench|battery/;
  const late = Object.entries(scripts).filter(
    ([, script]) => opens.test(script) && !script.startsWith("node tools/setup.mjs test "),
  );
  assert.deepEqual(late, []);
});

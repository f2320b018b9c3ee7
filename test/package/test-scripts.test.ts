import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesOf } from "../groups/together.ts";
import { root } from "./texts.ts";

const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as unknown;
const { scripts } = read("package.json") as { scripts: Record<string, string> };
const runs = read("tools/runs.json") as Record<string, Record<string, { what: string; needs: string; run: string }>>;
const filesIn = (pattern: string) => globSync(pattern, { cwd: root });

/** Every command, with the script's name and its own, and what sets up for it. */
const commands = [
  ...Object.entries(scripts).flatMap(([name, script]) => {
    const [, needs, run] = /^node tools\/setup\.mjs (\w+) "([^"]+)"(?: (?!&)\S+)*$/.exec(script) ?? [];
    return needs && run ? [{ name, needs, run }] : [];
  }),
  ...Object.entries(runs).flatMap(([script, named]) =>
    Object.entries(named).map(([name, { needs, run }]) => ({ name: `${script} ${name}`, needs, run })),
  ),
];

/** The test files that a text names, and those that run in them. */
function testsIn(text: string): string[] {
  const patterns = text.match(/(?:test|packages)\/[^\s"]+\.test\.ts/g) ?? [];
  return patterns.flatMap(filesIn).flatMap((file) => [file, ...filesOfGroup(file)]);
}

function filesOfGroup(file: string): string[] {
  if (!file.startsWith("test/groups/")) return [];
  const call = /together\("([^"]+)"(?:, (\d+), (\d+))?\)/.exec(readFileSync(join(root, file), "utf8"));
  assert.ok(call, `${file} runs no folder`);
  const [, folder = "", part = "0", parts = "1"] = call;
  return filesOf(folder, Number(part), Number(parts));
}

test("every *.test.ts is run by exactly one runner of npm test", () => {
  const run = [
    ...testsIn(readFileSync(join(root, "tools/node-tests.mjs"), "utf8")),
    ...testsIn(runs.test?.webkit?.run ?? ""),
    // The configuration of the element's tests takes those of its folder, that of Playwright the `*.spec.ts` of its own.
    ...filesIn("test/element/*.test.ts"),
  ];
  assert.deepEqual(run.toSorted(), filesIn("{test,packages/*/src}/**/*.test.ts").toSorted());
  assert.deepEqual(filesIn("test/**/*.spec.ts").toSorted(), filesIn("test/e2e/*.spec.ts").toSorted());
});

test("package.json has at most 14 scripts", () => {
  assert.ok(Object.keys(scripts).length <= 14, Object.keys(scripts).join(" "));
});

test("a script means the same to the shells of Linux, macOS and Windows", () => {
  // cmd.exe has no variables before a command, quotes with " alone, and leaves patterns and $NAME as they are.
  for (const script of [...Object.values(scripts), ...commands.map(({ run }) => run)]) {
    for (const command of script.split(" && ")) assert.doesNotMatch(command, /^\w+=|['`$;|<>~\\]|\s[^"\s]*[*?{]/);
  }
});

test("every script sets up first, also in a new clone, and what it then runs is found after that", () => {
  // A shell keeps the place of a program that it has run: the second `node` of a script would be the machine's own.
  const setUp = new Set([...commands.map(({ name }) => name), ...Object.keys(runs)]);
  const named = Object.entries(scripts).filter(([, script]) => script.startsWith("node tools/run.mjs "));
  assert.deepEqual(
    named.map(([, script]) => /^node tools\/run\.mjs (\w+)(?::\w+)?$/.exec(script)?.[1] ?? script).toSorted(),
    Object.keys(runs).toSorted(),
  );
  const others = Object.keys(scripts).filter((name) => !setUp.has(name));
  assert.deepEqual(others, ["setup", "postinstall"]);
  for (const { name, needs } of commands) assert.match(needs, /^(?:start|packages|develop|test)$/, name);
});

test("what opens a browser brings the browsers before its first minute", () => {
  const opens = /playwright|wtr|webkit|site\.ts|node-tests|test\.mjs|bench|battery\.ts/;
  const late = commands.filter(({ run, needs }) => opens.test(run) && needs !== "test");
  assert.deepEqual(late, []);
});

// What the scripts and the workflows run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { problemsOfShell } from "../documents/commands.ts";
import { filesOf } from "../groups/together.ts";
import { filesIn, jsonOf, textOf } from "./texts.ts";

const scripts: Record<string, string> = jsonOf("package.json").scripts;
const runs: Record<string, Record<string, { needs: string; run: string }>> = jsonOf("tools/runs.json");

test("every *.test.ts is run by exactly one runner of npm test", () => {
  const runners = `${textOf("tools/node-tests.mjs")} ${runs.test?.webkit?.run}`;
  const files = (runners.match(/(?:test|packages)\/[^\s"]+\.test\.ts/g) ?? []).flatMap(filesIn);
  const grouped = files.flatMap((file) => {
    const [, folder, part = 0, parts = 1] = /together\("([^"]+)"(?:, (\d+), (\d+))?\)/.exec(textOf(file)) ?? [];
    return folder && file.startsWith("test/groups/") ? filesOf(folder, Number(part), Number(parts)) : [];
  });
  // The configuration of the element's tests takes those of its folder, that of Playwright the `*.spec.ts` of its own.
  const run = [...files, ...grouped, ...filesIn("test/element/*.test.ts")];
  assert.deepEqual(run.toSorted(), filesIn("{test,packages/*/src}/**/*.test.ts").toSorted());
  assert.deepEqual(filesIn("test/**/*.spec.ts").toSorted(), filesIn("test/e2e/*.spec.ts").toSorted());
});

test("every script sets up first, with browsers where one is opened, and means the same to Linux, macOS and Windows", () => {
  assert.ok(Object.keys(scripts).length <= 14, Object.keys(scripts).join(" "));
  // A shell keeps the place of a program that it has run: the second `node` of a script would be the machine's own.
  const commands = Object.values(runs).flatMap((named) => Object.values(named));
  for (const [name, script] of Object.entries(scripts)) {
    const [, needs, run] = /^node tools\/setup\.mjs (\w+) "([^"]+)"(?: (?!&)\S+)*$/.exec(script) ?? [];
    const [, named = name] = /^node tools\/run\.mjs (\w+)(?::\w+)?$/.exec(script) ?? [];
    if (needs && run) commands.push({ needs, run });
    else assert.ok(named in runs || ["setup", "postinstall"].includes(name), name);
  }
  const opens = /playwright|wtr|webkit|site\.ts|node-tests|test\.mjs|bench|battery\.ts/;
  for (const { needs, run } of commands) {
    assert.match(needs, opens.test(run) ? /^test$/ : /^(?:start|packages|develop|test)$/, run);
    // cmd.exe has no variables before a command, quotes with " alone, and leaves patterns and $NAME as they are.
    for (const command of run.split(" && ")) assert.doesNotMatch(command, /^\w+=|['`$;|<>~\\]|\s[^"\s]*[*?{]/);
  }
});

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Job = {
  permissions?: object;
  "timeout-minutes"?: number;
  strategy?: { matrix: { command?: string[] } };
  steps: Step[];
};

const workflows = filesIn(".github/workflows/*.yml");
const jobs = workflows.flatMap((path) => {
  const { permissions, jobs: all } = parse(textOf(path)) as { permissions: object; jobs: Record<string, Job> };
  assert.deepEqual(permissions, { contents: "read" }, path);
  return Object.entries(all).map(([name, job]) => ({ where: `${path}: ${name}`, ...job }));
});

test("every action is pinned by its commit; a job may only read, unless it says what it writes, ends by itself, and leaves no token behind", () => {
  const used = workflows.flatMap((path) => textOf(path).match(/uses:.*/g) ?? []);
  for (const line of used) assert.match(line, /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  assert.equal(new Set(used).size, new Set(used.map((line) => line.replace(/@.*/, ""))).size);

  const more = jobs.flatMap(({ where, permissions }) => (permissions ? [[where, permissions]] : []));
  assert.deepEqual(Object.fromEntries(more), {
    ".github/workflows/release.yml: publish": { "id-token": "write" },
    ".github/workflows/release.yml: attach": { contents: "write" },
  });
  for (const { where, steps, permissions, ...job } of jobs) {
    assert.ok(Number(job["timeout-minutes"]) > 0, where);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    for (const step of checkouts) assert.equal(step.with?.["persist-credentials"], false, where);
    // What may publish or write runs nothing of the repository.
    if (permissions) assert.equal(checkouts.length, 0, where);
  }
});

test("a command of a workflow is one of package.json or a file that exists; what is published is named as a file", () => {
  const all = jobs.flatMap(({ steps, strategy }) => [
    ...steps.map(({ run = "" }) => run),
    ...(strategy?.matrix.command ?? []),
  ]);
  for (const text of all) {
    // What others write, such as a branch's name, is not pasted into a command.
    assert.doesNotMatch(text, /\$\{\{[^}]*\b(?:github\.(?:\w*ref|event)|inputs)/);
    assert.deepEqual((text.match(/npm run .*|npm (?:start|test)\b/g) ?? []).flatMap(problemsOfShell), []);
    for (const [pattern] of text.matchAll(/\b(?:test|tools)\/[\w/{},-]+(?:\.test)?\.(?:ts|mjs)/g))
      assert.equal(filesIn(pattern).length, pattern.split(",").length, pattern);
  }
  // npm takes a/b for a repository of GitHub.
  const published = [...all, textOf("docs/releasing.md")].flatMap((text) => {
    const [, loop] = /for file in (\S+);/.exec(text) ?? [];
    return [...text.matchAll(/npm publish (\S+)/g)].map(([, path]) => (path === '"$file"' ? loop : path));
  });
  assert.deepEqual(published, ["./release/*.tgz", "./release/FILE"]);
});

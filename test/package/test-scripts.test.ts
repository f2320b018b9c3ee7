// What the scripts and the workflows run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { problemsOfShell } from "../documents/commands.ts";
import { filesOf } from "../groups/together.ts";
import { filesIn, isThere, jsonOf, textOf } from "./texts.ts";

const scripts: Record<string, string> = jsonOf("package.json").scripts;
const runs: Record<string, Record<string, { needs: string; run: string }>> = jsonOf("tools/runs.json");

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

test("every *.test.ts is run by exactly one runner of npm test", () => {
  const named = `${textOf("tools/node-tests.mjs")} ${runs.test?.webkit?.run}`.match(
    /(?:test|packages)\/[^\s"]+\.test\.ts/g,
  );
  const files = (named ?? []).flatMap(filesIn);
  const grouped = files.flatMap((file) => {
    if (!file.startsWith("test/groups/")) return [];
    const [, folder = "", part, parts] =
      /together\("([^"]+)"(?:, (\d+), (\d+))?\)/.exec(textOf(file)) ?? assert.fail(file);
    return filesOf(folder, Number(part ?? 0), Number(parts ?? 1));
  });
  // The configuration of the element's tests takes those of its folder, that of Playwright the `*.spec.ts` of its own.
  const run = [...files, ...grouped, ...filesIn("test/element/*.test.ts")];
  assert.deepEqual(run.toSorted(), filesIn("{test,packages/*/src}/**/*.test.ts").toSorted());
  assert.deepEqual(filesIn("test/**/*.spec.ts").toSorted(), filesIn("test/e2e/*.spec.ts").toSorted());
});

test("package.json has at most 14 scripts, which mean the same to the shells of Linux, macOS and Windows", () => {
  assert.ok(Object.keys(scripts).length <= 14, Object.keys(scripts).join(" "));
  // cmd.exe has no variables before a command, quotes with " alone, and leaves patterns and $NAME as they are.
  for (const script of [...Object.values(scripts), ...commands.map(({ run }) => run)]) {
    for (const command of script.split(" && ")) assert.doesNotMatch(command, /^\w+=|['`$;|<>~\\]|\s[^"\s]*[*?{]/);
  }
});

test("every script sets up first, also in a new clone; what opens a browser brings the browsers before its first minute", () => {
  // A shell keeps the place of a program that it has run: the second `node` of a script would be the machine's own.
  const others = Object.entries(scripts).filter(([name]) => !commands.some((command) => command.name === name));
  const named = others.flatMap(([, script]) => /^node tools\/run\.mjs (\w+)(?::\w+)?$/.exec(script)?.[1] ?? []);
  assert.deepEqual(named.toSorted(), Object.keys(runs).toSorted());
  assert.equal(others.length - named.length, 2, "setup and postinstall are the others");
  const opens = /playwright|wtr|webkit|site\.ts|node-tests|test\.mjs|bench|battery\.ts/;
  for (const { name, needs, run } of commands)
    assert.match(needs, opens.test(run) ? /^test$/ : /^(?:start|packages|develop|test)$/, name);
});

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
  strategy?: { matrix: { command?: string[] } };
  steps: Step[];
}

const workflows = filesIn(".github/workflows/*.yml");
const jobs = workflows.flatMap((path) => {
  const { permissions, jobs: all } = parse(textOf(path)) as { permissions: object; jobs: Record<string, Job> };
  assert.deepEqual(permissions, { contents: "read" }, path);
  return Object.entries(all).map(([name, job]) => ({ where: `${path}: ${name}`, ...job }));
});

test("every action is pinned by its commit, one to an action, with its version beside it", () => {
  const used = workflows.flatMap((path) => textOf(path).match(/uses:.*/g) ?? []);
  const pin = /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  for (const line of used) assert.match(line, pin);
  assert.equal(new Set(used).size, new Set(used.map((line) => line.replace(/@.*/, ""))).size);
});

test("a job may only read, unless it says what it writes; it ends by itself, and leaves no token behind", () => {
  const more = jobs.flatMap(({ where, permissions }) => (permissions ? [[where, permissions]] : []));
  const ofRelease = (job: string) => `.github/workflows/release.yml: ${job}`;
  assert.deepEqual(more, [
    [ofRelease("publish"), { "id-token": "write" }],
    [ofRelease("attach"), { contents: "write" }],
  ]);
  for (const { where, steps, permissions, ...job } of jobs) {
    assert.ok(Number(job["timeout-minutes"]) > 0, where);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    for (const step of checkouts) assert.equal(step.with?.["persist-credentials"], false, where);
    // What may publish or write runs nothing of the repository.
    if (permissions) assert.equal(checkouts.length, 0, where);
  }
});

test("a command of a workflow is one of package.json or a file that exists; what is published is named as a file", () => {
  const all = jobs.flatMap(({ where, steps, strategy }) =>
    steps.flatMap(({ run = "" }) =>
      (/matrix\.command/.test(run) ? (strategy?.matrix.command ?? []) : [run]).map((text) => ({ where, text })),
    ),
  );
  for (const { where, text } of all) {
    // What others write, such as a branch's name, is not pasted into a command.
    assert.doesNotMatch(text, /\$\{\{[^}]*\b(?:github\.(?:\w*ref|event)|inputs)/, where);
    const npm = text.match(/npm run .*|npm (?:start|test)\b/g) ?? [];
    assert.deepEqual(npm.flatMap(problemsOfShell), [], where);
    for (const [pattern] of text.matchAll(/\b(?:test|tools)\/[\w/{},-]+(?:\.test)?\.(?:ts|mjs)/g))
      for (const name of (/\{(.*)\}/.exec(pattern)?.[1] ?? "").split(","))
        assert.ok(isThere(pattern.replace(/\{.*\}/, name)), `${where}: ${pattern}: ${name}`);
  }
  // npm takes a/b for a repository of GitHub.
  const published = [...all.map(({ text }) => text), textOf("docs/releasing.md")].flatMap((text) => {
    const [, loop] = /for file in (\S+);/.exec(text) ?? [];
    return [...text.matchAll(/npm publish (\S+)/g)].map(([, path]) => (path === '"$file"' ? loop : path));
  });
  assert.deepEqual(published, ["./release/*.tgz", "./release/FILE"]);
});

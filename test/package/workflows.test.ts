import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { problemOf } from "../documents/commands.ts";
import { root } from "./texts.ts";

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
interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const workflows = globSync(".github/workflows/*.yml", { cwd: root }).map((path) => ({
  path,
  text: read(path),
  workflow: parse(read(path)) as Workflow,
}));
const jobs = workflows.flatMap(({ path, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ where: `${path}: ${name}`, job })),
);

/** What the steps of a job run: each of the matrix's commands, where a step runs these. */
function runsOf({ steps, strategy }: Job): string[] {
  const chosen = /\$\{\{ matrix\.command \}\}/;
  const commands = strategy?.matrix.command ?? [];
  return steps.flatMap(({ run = "" }) => (chosen.test(run) ? commands.map((each) => run.replace(chosen, each)) : run));
}

const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

test("every action is pinned by its commit, with its version beside it", () => {
  for (const { path, text } of workflows) {
    const used = text.match(/uses:.*/g) ?? [];
    const loose = used.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
    assert.ok(used.length > 0, path);
    assert.deepEqual(loose, [], path);
  }
  const pins = jobs.flatMap(({ job }) => job.steps.flatMap(({ uses }) => uses ?? []));
  const names = new Set(pins.map((pin) => pin.replace(/@.*/, "")));
  assert.equal(new Set(pins).size, names.size, "an action has one version");
});

test("a job may only read, unless it says what it writes and why; it ends by itself, and leaves no token behind", () => {
  for (const { path, workflow } of workflows) assert.deepEqual(workflow.permissions, { contents: "read" }, path);
  const more = jobs.flatMap(({ where, job }) => (job.permissions ? [[where, job.permissions]] : []));
  assert.deepEqual(more, [
    [".github/workflows/release.yml: publish", { "id-token": "write" }],
    [".github/workflows/release.yml: attach", { contents: "write" }],
  ]);
  for (const { where, job } of jobs) {
    assert.ok(Number(job["timeout-minutes"]) > 0, where);
    const checkouts = job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    assert.ok(
      checkouts.every((step) => step.with?.["persist-credentials"] === false),
      where,
    );
    // What may publish or write runs nothing of the repository.
    if (job.permissions) assert.equal(checkouts.length, 0, where);
  }
});

test("a command of a workflow is one of package.json, a file that exists, or a program of the machine", () => {
  for (const { where, job } of jobs) {
    for (const run of runsOf(job)) {
      // What others write, such as a branch's name, is not pasted into a command.
      assert.doesNotMatch(run, /\$\{\{[^}]*\b(?:github\.(?:\w*ref|event)|inputs)/, where);
      for (const [command] of run.matchAll(/npm run .*/g))
        assert.equal(problemOf(command.split(/\s+/)), undefined, `${where}: ${command}`);
      if (/npm (?:start|test)\b/.test(run)) assert.ok(scripts.start && scripts.test);
      for (const [file] of run.matchAll(/\b(?:test|tools)\/[\w/-]+\.(?:ts|mjs)/g))
        assert.ok(existsSync(join(root, file)), `${where}: ${file}`);
      for (const [, pattern = ""] of run.matchAll(/--test "([^"]+)"/g)) {
        const [, folder = "", list = "", ending = ""] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? assert.fail(pattern);
        for (const name of list.split(","))
          assert.ok(existsSync(join(root, folder + name + ending)), `${where}: ${name}`);
      }
    }
  }
});

test("what is published is named as a file: npm takes a/b for a repository of GitHub", () => {
  const commands = [...jobs.flatMap(({ job }) => runsOf(job)), read("docs/releasing.md")];
  const published = commands.flatMap((text) => {
    const [, loop] = /for file in (\S+);/.exec(text) ?? [];
    return [...text.matchAll(/npm publish (\S+)/g)].map(([, path]) => (path === '"$file"' ? loop : path));
  });
  assert.deepEqual(published, ["./release/*.tgz", "./release/FILE"]);
});

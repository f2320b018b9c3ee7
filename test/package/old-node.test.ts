import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { neededNode } from "@ventanilla/web/node-version";
import { manifestIn, published } from "../packed/pack.ts";
import { root } from "./texts.ts";

const tooOld = ["20.20.2", "22.18.0", "18.0.0"];

/** Runs Node as if it were another version, or another program that says it is one. */
function runAs(name: string, version: string, ...args: string[]) {
  const other = `data:text/javascript,Object.defineProperty(process.versions, "${name}", { value: "${version}" })`;
  return spawnSync(process.execPath, ["--conditions=@ventanilla/source", "--import", other, ...args], {
    cwd: root,
    encoding: "utf8",
  });
}

for (const [name, file] of [
  ["ventanilla", "express/bin/ventanilla.js"],
  ["create-ventanilla", "create/bin/create-ventanilla.js"],
  ["ventanilla-sandbox", "sandbox/bin/ventanilla-sandbox.js"],
] as const) {
  const bin = join(root, "packages", file);

  test(`${name} on a Node that is too old says which one it needs, in one line, before it imports anything`, () => {
    for (const version of tooOld) {
      const { status, stderr } = runAs("node", version, bin, "--help");
      assert.deepEqual([status, stderr], [1, `${name}: needs Node 22.19 or newer, this is ${version}\n`]);
    }
    // What is imported may need what an old Node has not.
    assert.doesNotMatch(readFileSync(bin, "utf8"), /^import /m);
  });
}

const entries = { client: "index", "client/rest": "rest", express: "index", sandbox: "index" };

/** What each entry says when it is imported, in one process, where `process.versions` has this one in it. */
function refusals(name: string, version: string): unknown {
  const sentences = Object.keys(entries).map((entry) => `await import("@ventanilla/${entry}").catch(String)`);
  const program = `console.log(JSON.stringify([${sentences.join()}]))`;
  return JSON.parse(runAs(name, version, "--input-type=module", "--eval", program).stdout);
}

test("an entry on a Node that is too old says which one it needs, when it is imported", () => {
  const refusal = "Error: Ventanilla needs Node 22.19 or newer. This is Node 20.20.2.";
  assert.deepEqual(refusals("node", "20.20.2"), Object.keys(entries).fill(refusal));
  for (const [entry, file] of Object.entries(entries)) {
    const source = join(root, "packages", entry.replace(/\/.*/, ""), "src", `${file}.ts`);
    // What comes before it may need what an old Node has not.
    assert.match(readFileSync(source, "utf8"), /^import "@ventanilla\/web\/node-version";\n/);
  }
});

test("Bun is refused when a package is imported, with the reason, although it calls itself a Node", () => {
  const said = refusals("bun", "1.3.2") as string[];
  assert.equal(said.length, Object.keys(entries).length);
  for (const refusal of said)
    assert.match(
      refusal,
      /^Error: Ventanilla needs Node 22\.19 or newer\. This is Bun 1\.3\.2: .*undici.* with node\.$/,
    );
});

test("no package imports what Node 20 has not: it would be looked for before anything could be said", () => {
  const sources = globSync("packages/*/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });
  assert.ok(sources.length > 100);
  const importing = sources.filter((file) =>
    /^import (?!type )[^;]*"node:(?:sqlite|sea)";/m.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(importing, []);
});

test("every package that runs on Node asks for the version that the sentences name", () => {
  const asked = published.map((folder) => (manifestIn(folder) as { engines?: { node?: string } }).engines?.node);
  // The element runs in browsers.
  assert.deepEqual(new Set(asked), new Set([`>=${neededNode}`, undefined]));
});

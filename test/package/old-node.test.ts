import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { neededNode } from "@ventanilla/web/node-version";
import { manifestIn, published } from "../packed/pack.ts";
import { root } from "./texts.ts";

const tooOld = ["20.20.2", "22.18.0", "18.0.0"];

/** Runs Node as if it were another version. */
function runAs(version: string, ...args: string[]) {
  const old = `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  return spawnSync(process.execPath, ["--conditions=@ventanilla/source", "--import", old, ...args], {
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

  test(`${name} on a Node that is too old says which one it needs, in one line`, () => {
    for (const version of tooOld) {
      const { status, stderr } = runAs(version, bin, "--help");
      assert.deepEqual([status, stderr], [1, `${name}: needs Node 22.19 or newer, this is ${version}\n`]);
    }
  });

  test(`${name} imports nothing before it has looked at its Node`, () => {
    assert.doesNotMatch(readFileSync(bin, "utf8"), /^import /m);
  });
}

const entries = { client: ["index", "rest"], express: ["index"], sandbox: ["index"] };
const sourceOf = (name: string, entry: string) => join(root, "packages", name, "src", `${entry}.ts`);

for (const [name, files] of Object.entries(entries)) {
  test(`@ventanilla/${name} on a Node that is too old says which one it needs, when it is imported`, () => {
    for (const entry of files) {
      const specifier = `@ventanilla/${name}${entry === "index" ? "" : `/${entry}`}`;
      const { status, stderr } = runAs("20.20.2", "--input-type=module", "--eval", `await import("${specifier}")`);
      assert.equal(status, 1);
      assert.match(stderr, /^Error: Ventanilla needs Node 22\.19 or newer\. This is Node 20\.20\.2\.$/m);
      // What comes before it may need what an old Node has not.
      assert.match(readFileSync(sourceOf(name, entry), "utf8"), /^import "@ventanilla\/web\/node-version";\n/);
    }
  });
}

test("Bun is refused when a package is imported, with the reason, although it calls itself a Node", () => {
  for (const specifier of ["client", "client/rest", "express", "sandbox"]) {
    const bun = 'data:text/javascript,Object.defineProperty(process.versions, "bun", { value: "1.3.2" })';
    const args = ["--conditions=@ventanilla/source", "--import", bun, "--input-type=module", "--eval"];
    const { status, stderr } = spawnSync(process.execPath, [...args, `await import("@ventanilla/${specifier}")`], {
      cwd: root,
      encoding: "utf8",
    });
    assert.equal(status, 1, specifier);
    assert.match(
      stderr,
      /^Error: Ventanilla needs Node 22\.19 or newer\. This is Bun 1\.3\.2: .*undici.* with node\.$/m,
    );
  }
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

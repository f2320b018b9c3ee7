#!/usr/bin/env node
// Any Node reads this file, also one that has not what the rest needs.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`ventanilla-sandbox: needs Node 22.19 or newer, this is ${process.versions.node}`);
  process.exit(1);
}
// What Node has compiled once is kept with the package, where it may be: the next start takes three quarters of the time.
const { enableCompileCache } = await import("node:module");
const { join } = await import("node:path");

enableCompileCache(join(import.meta.dirname, "../node_modules/.cache"));
await import("../dist/cli.js");

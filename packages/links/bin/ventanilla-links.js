#!/usr/bin/env node
// Any Node reads this file, also one that has not what the rest needs.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`ventanilla-links: needs Node 22.19 or newer, this is ${process.versions.node}`);
  process.exit(1);
}
await import("../dist/cli/index.js");

// Installs the packed packages into a project, with npm or the pnpm that npm brings, and takes a payment there on the
// Node that runs this, 22.19 or newer: `node --conditions=@ventanilla/source test/packed/pay.ts npm`. pnpm lets a package
// find only what it declares.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../package/texts.ts";
import { openShop, payByForms } from "./buyer.ts";
import { manifestIn, packAll, run } from "./pack.ts";
import { install, shopProgram, write } from "./project.ts";

const manager = process.argv[2] ?? "npm";
const scratch = mkdtempSync(join(tmpdir(), "ventanilla-pay-"));
const project = join(scratch, "project");
try {
  const packed = packAll(root, join(scratch, "tarballs"));
  write(project, "package.json", JSON.stringify({ private: true, type: "module" }));
  write(project, "shop.ts", shopProgram);
  if (manager === "npm") install(project, packed, "express@5.3.0");
  else {
    const files = Object.fromEntries(packed.map(({ folder, tarball }) => [manifestIn(folder).name, `file:${tarball}`]));
    // What the packages need of each other is packed here, too.
    write(project, "pnpm-workspace.yaml", JSON.stringify({ packages: ["."], overrides: files }));
    const added = [...packed.map(({ tarball }) => tarball), "express@5.3.0"];
    run("npm", ["exec", "--yes", "pnpm@10", "--", "add", "--ignore-scripts", ...added], project);
  }
  const shop = await openShop(project, ["shop.ts"]);
  await payByForms(shop, "A-1");
  await shop.paid("A-1");
  await shop.close();
  console.log(`A project that ${manager} has installed has taken a payment on Node ${process.versions.node}.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

// `npm run test:pnpm`: the packed packages in a project that pnpm installs, where a package finds only what it declares.
// Takes `pnpm` (10.6 or newer) from the PATH, and a payment.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../package/texts.ts";
import { openShop, payByForms } from "./buyer.ts";
import { manifestIn, packAll, run } from "./pack.ts";
import { shopProgram, write } from "./project.ts";

const scratch = mkdtempSync(join(tmpdir(), "ventanilla-pnpm-"));
const project = join(scratch, "project");
try {
  const packed = packAll(root, join(scratch, "tarballs"));
  const files = Object.fromEntries(packed.map(({ folder, tarball }) => [manifestIn(folder).name, `file:${tarball}`]));
  const dependencies = { ...files, express: "5.3.0" };
  write(project, "package.json", JSON.stringify({ private: true, type: "module", dependencies }));
  // What the packages need of each other is packed here, too.
  write(project, "pnpm-workspace.yaml", JSON.stringify({ packages: ["."], overrides: files }));
  write(project, "shop.ts", shopProgram);
  console.log(run("pnpm", ["install", "--ignore-scripts"], project));
  const shop = await openShop(project, ["shop.ts"]);
  await payByForms(shop, "A-1");
  await shop.paid("A-1");
  await shop.close();
  console.log("A project that pnpm has installed has taken a payment.");
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * Writes `docs/mistakes.md` from a run of `test/mistakes` against the sources of client and sandbox. Run from anywhere:
 * `node tools/mistakes-page.mjs`. A test of `test/mistakes` checks that the page is current.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const self = fileURLToPath(import.meta.url);
const root = join(self, "..", "..");
const sources = "--conditions=@ventanilla/source";

if (process.execArgv.includes(sources)) {
  const { mistakesPage } = await import("../test/mistakes/page.ts");
  const { runMistakes } = await import("../test/mistakes/run.ts");
  writeFileSync(join(root, "docs", "mistakes.md"), mistakesPage(await runMistakes()));
} else {
  process.exitCode = spawnSync(process.execPath, [sources, self], { stdio: "inherit" }).status ?? 1;
}

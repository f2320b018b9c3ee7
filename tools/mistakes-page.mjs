/**
 * Writes `docs/contributing/mistakes.md` from a run of `test/mistakes` against the sources of client and sandbox. Run from anywhere:
 * `node tools/mistakes-page.mjs`. A test of `test/mistakes` checks that the page is current.
 */
import { writeFileSync } from "node:fs";
import { runOnSources } from "./on-sources.mjs";

runOnSources(import.meta.url);
const { mistakesPage } = await import("../test/mistakes/page.ts");
const { runMistakes } = await import("../test/mistakes/run.ts");
writeFileSync(new URL("../docs/contributing/mistakes.md", import.meta.url), mistakesPage(await runMistakes()));

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { sheets } from "../tools/sheets.mjs";

/** A program in one file, which starts in half the time that its many modules take. */
export interface Bundle {
  /** The program. */
  path: string;
  /** Where its compiled code is kept for the next process. */
  env: { NODE_COMPILE_CACHE: string };
  /** Removes it. */
  remove(): void;
}

/** The bundles that a run of all files has made for them, by their programs' paths. */
const ofRun = JSON.parse(process.env.TEST_BUNDLES ?? "{}") as Record<string, string>;

/**
 * Bundles a program that a test starts many times, from the packages' sources.
 * @param program its path
 */
export async function bundle(program: string): Promise<Bundle> {
  const made = ofRun[program];
  if (made !== undefined) return { path: made, env: { NODE_COMPILE_CACHE: `${made}-code` }, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-bundle-"));
  const manifest = findPackageJSON(pathToFileURL(program)) ?? "";
  // Where its manifest is as far away as in its package.
  const path = join(folder, relative(dirname(manifest), program).replace(/\.ts$/, ".mjs"));
  cpSync(manifest, join(folder, "package.json"));
  await build({
    entryPoints: [program],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@ventanilla/source"],
    // An optional dependency of pg.
    external: ["pg-native"],
    plugins: [sheets],
    minifyWhitespace: true,
    minifySyntax: true,
    // For what is written with `require`.
    banner: {
      js: 'import { createRequire as requireIn } from "node:module"; const require = requireIn(import.meta.url);',
    },
  });
  return {
    path,
    env: { NODE_COMPILE_CACHE: `${path}-code` },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Writes the JavaScript templates of `@ventanilla/create` from the TypeScript ones: the same programs without their types.
 * With `--check` it writes nothing and fails when one is out of date. Run from anywhere: `node tools/create-templates.mjs`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const templates = join(root, "packages/create/templates");
const scratch = mkdtempSync(join(tmpdir(), "ventanilla-templates-"));

/** Declarations of types, with their comments, and imports of types. */
const typesAlone = /^(?:import type .*\n|\/\*\* .* \*\/\n(?=(?:export )?(?:interface|type) ))/gm;

/** A program without its types, and with holes where they were. */
function withoutTypes(source) {
  return stripTypeScriptTypes(source.replaceAll(typesAlone, ""))
    .replaceAll(/, \{\s*\}(?= from)/g, "")
    .replaceAll(/(?<=["/\w])\.ts(?=")/g, ".js");
}

/** Formats the programs, which closes the holes. */
function format() {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  execFileSync(process.execPath, [biome, "format", "--write", "--vcs-enabled=false", `--config-path=${root}`, "."], {
    cwd: scratch,
  });
}

const targets = globSync("ts*/**/*.ts", { cwd: templates }).map((path) => {
  const target = path.replace(/^ts/, "js").replace(/\.ts$/, ".js");
  mkdirSync(dirname(join(scratch, target)), { recursive: true });
  writeFileSync(join(scratch, target), withoutTypes(readFileSync(join(templates, path), "utf8")));
  return target;
});
format();
const outdated = targets.filter((target) => {
  const [made, kept] = [scratch, templates].map((folder) => join(folder, target));
  return !existsSync(kept) || readFileSync(made, "utf8") !== readFileSync(kept, "utf8");
});
if (!process.argv.includes("--check")) {
  for (const target of outdated) cpSync(join(scratch, target), join(templates, target));
} else if (outdated.length > 0) {
  console.error(`${outdated.join(", ")}: out of date, run node tools/create-templates.mjs`);
  process.exitCode = 1;
}
rmSync(scratch, { recursive: true });

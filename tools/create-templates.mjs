// Writes the JavaScript templates of `@ventanilla/create` from the TypeScript ones: the same programs without their
// types. Part of `npm run build`, and of packing.
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const templates = join(root, "packages/create/templates");

/** Declarations of types, with their comments, and imports of types. */
const typesAlone = /^(?:import type .*\n|\/\*\* .* \*\/\n(?=(?:export )?(?:interface|type) ))/gm;

/** A program without its types, and with holes where they were. */
function withoutTypes(source) {
  return stripTypeScriptTypes(source.replaceAll(typesAlone, ""))
    .replaceAll(/, \{\s*\}(?= from)/g, "")
    .replaceAll(/(?<=["/\w])\.ts(?=")/g, ".js");
}

// Removing types is an experiment of Node's, which it says each time.
process.removeAllListeners("warning");
for (const folder of globSync("js*", { cwd: templates })) rmSync(join(templates, folder), { recursive: true });
const targets = globSync("ts*/**/*.ts", { cwd: templates }).map((path) => {
  const target = join(templates, path.replace(/^ts/, "js").replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, withoutTypes(readFileSync(join(templates, path), "utf8")));
  return target;
});
// The formatter closes the holes.
const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
execFileSync(process.execPath, [biome, "format", "--write", "--vcs-enabled=false", ...targets], { cwd: root });

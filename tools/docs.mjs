// `npm run docs`: VitePress on `docs`. Its packages are a lock file of their own, which no other script installs; they are
// installed here when they are missing or older than that file.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const docs = fileURLToPath(new URL("../docs", import.meta.url));
const modified = (...path) => statSync(join(docs, ...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

function run(command, args, shell = false) {
  const { status, error } = spawnSync(command, args, { cwd: docs, stdio: "inherit", shell });
  if (error) console.error(error.message);
  if (error || status !== 0) process.exit(status || 1);
}

if (modified("node_modules", ".package-lock.json") < modified("package-lock.json")) {
  console.log("The documentation's packages are not installed, or older than docs/package-lock.json; installing them.");
  run("npm", ["ci", "--loglevel=error", "--include=dev", "--include=optional"], process.platform === "win32");
}
const [command, ...options] = process.argv.slice(2);
if (command === "build") run(process.execPath, [join(docs, "../node_modules/typescript/bin/tsc"), "-p", "."]);
run(process.execPath, ["--conditions=@ventanilla/source", join(docs, ".vitepress/reference/write.ts")]);
run(process.execPath, [join(docs, "node_modules/vitepress/bin/vitepress.js"), command, ...options]);

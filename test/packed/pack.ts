import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { outside } from "../outside.ts";
import { jsonOf, root } from "../package/texts.ts";

export function run(command: string, args: readonly string[], cwd: string): string {
  // On Windows, npm is a script of the shell.
  const shell = process.platform === "win32" && command !== process.execPath;
  return execFileSync(command, args, {
    cwd,
    env: outside,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    shell,
  });
}

/** `package.json` of a package, as far as the tests read it. */
export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  description?: string;
  license?: string;
  keywords?: string[];
  homepage?: string;
  bugs?: string;
  repository?: { type: string; url: string; directory: string };
  publishConfig?: { access?: string; provenance?: boolean };
  scripts?: Record<string, string>;
  engines?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  customElements?: string;
  "web-types"?: string;
  main?: string;
  types?: string;
  typesVersions?: Record<string, Record<string, string[]>>;
  exports: Record<string, string | Record<string, string>>;
}

export const manifestIn = (folder: string): Manifest => jsonOf(`${folder}/package.json`);

/** The folders of the packages that are published: `packages/web`. */
export const published = readdirSync(join(root, "packages"))
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(join(root, folder, "package.json")) && manifestIn(folder).private !== true);

/**
 * Copies the files that a clone would have if everything here was committed: nothing built, nothing installed.
 * @param without folders that are left out
 */
export function cleanClone(to: string, ...without: string[]): void {
  const paths = ["--", ".", ...without.map((folder) => `:!${folder}`)];
  const options = ["-z", "--cached", "--others", "--exclude-standard", ...paths];
  const listed = run("git", ["ls-files", ...options], root).split("\0");
  for (const file of listed.filter((path) => path !== "" && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}

/** Gives a clone the dependencies that are installed here, without its own packages among them. */
export function lendDependencies(clone: string): void {
  const lend = (folder: string, except: string[]) => {
    mkdirSync(join(clone, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder)).filter((each) => !except.includes(each))) {
      symlinkSync(join(root, folder, name), join(clone, folder, name));
    }
  };
  lend("node_modules", ["@ventanilla", ".bin", ".package-lock.json", ".vite"]);
  lend("node_modules/.bin", []);
  // Newer than the lock file, as after an install.
  cpSync(join(root, "node_modules/.package-lock.json"), join(clone, "node_modules/.package-lock.json"));
  mkdirSync(join(clone, "node_modules/@ventanilla"));
  for (const folder of published) {
    symlinkSync(join(clone, folder), join(clone, "node_modules", manifestIn(folder).name));
  }
}

/** A file that `npm publish` would send. */
export interface Packed {
  /** The package's folder: `packages/web`. */
  folder: string;
  tarball: string;
  files: string[];
}

/**
 * Packs packages of a clone as `npm publish` does, with `prepack` and `postpack`.
 * @param folders Default: all that are published
 * @param more options of `npm pack`
 */
export function packAll(
  clone: string,
  to: string,
  folders: readonly string[] = published,
  ...more: string[]
): Packed[] {
  mkdirSync(to, { recursive: true });
  const workspaces = folders.flatMap((folder) => ["-w", folder]);
  // The scripts' own output would stand before the JSON.
  const options = ["--json", "--foreground-scripts=false", "--pack-destination", to, ...more];
  const answer = run("npm", ["pack", ...options, ...workspaces], clone);
  const packed = JSON.parse(answer) as { name: string; filename: string; files: { path: string }[] }[];
  return packed.map(({ name, filename, files }) => ({
    folder: published.find((folder) => manifestIn(folder).name === name) ?? "",
    tarball: join(to, basename(filename.replace("@", "").replace("/", "-"))),
    files: files.map(({ path }) => path),
  }));
}

/** The same from what `npm run build` has made of them here already: it would take most of the time. */
export function packBuilt(clone: string, to: string, folders: readonly string[]): Packed[] {
  const step = (name: string) => {
    for (const folder of folders) run(process.execPath, ["../../tools/pack.mjs", name], join(clone, folder));
  };
  for (const folder of folders) cpSync(join(root, folder, "dist"), join(clone, folder, "dist"), { recursive: true });
  step("built");
  const packed = packAll(clone, to, folders, "--ignore-scripts");
  step("after");
  return packed;
}

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** What prevents a shop from being made in a folder. A repository without files does not. */
export function obstacleIn(folder: string): "notEmpty" | "notFolder" | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isDirectory()) return "notFolder";
  return readdirSync(folder).every((name) => name === ".git") ? undefined : "notEmpty";
}

/**
 * Writes a new folder whole, or nothing: into a folder beside it, which then gets its name. A folder that is there, and
 * empty, keeps what watches it: its files are moved into it.
 */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  const target = resolve(folder);
  const isThere = existsSync(target);
  const parent = isThere ? target : dirname(target);
  mkdirSync(parent, { recursive: true });
  const scratch = mkdtempSync(join(parent, ".making-"));
  // An interrupt waits until all is written or removed again.
  const later = () => {
    process.exitCode = 130;
  };
  process.on("SIGINT", later);
  try {
    const made = join(scratch, basename(target));
    for (const [path, text] of files) write(join(made, path), text);
    if (isThere) moveAll(made, target);
    else renameSync(made, target);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    process.off("SIGINT", later);
  }
}

/** Moves what a folder holds into another; what was moved is taken out again when one cannot be. */
function moveAll(from: string, to: string): void {
  const moved: string[] = [];
  try {
    for (const name of readdirSync(from)) {
      if (existsSync(join(to, name))) throw new Error(`${join(to, name)} exists`);
      renameSync(join(from, name), join(to, name));
      moved.push(name);
    }
    rmdirSync(from);
  } catch (error) {
    for (const name of moved) rmSync(join(to, name), { recursive: true });
    throw error;
  }
}

/** Writes one new file, and the folders that it needs. Only its owner can read `.env`. Throws when it is there. */
export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: "wx", mode: basename(file) === ".env" ? 0o600 : 0o666 });
}

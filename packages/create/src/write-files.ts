import {
  existsSync,
  lstatSync,
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

/** Whether a name is taken, if only by a link to nothing. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (isOf(error, "ENOENT", "ENOTDIR")) return false;
    throw error;
  }
}

export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const isOf = (error: unknown, ...codes: string[]) => codes.includes((error as NodeJS.ErrnoException).code ?? "");

/** What prevents a shop from being made in a folder, and where. A repository without files does not. */
export function obstacleIn(folder: string): { kind: "notEmpty" | "notFolder"; path: string } | undefined {
  // Without a slash at its end, which follows a link.
  const target = join(dirname(folder), basename(folder));
  let path = target;
  while (!isThere(path)) path = dirname(path);
  if (!isFolder(path)) return { kind: "notFolder", path };
  return path !== target || holdsOnly(path, ".git") ? undefined : { kind: "notEmpty", path };
}

const holdsOnly = (folder: string, ...names: string[]) => readdirSync(folder).every((name) => names.includes(name));

/** Where files are made. In a folder that is there its name says to other runs that one has begun. */
const making = ".making";

/**
 * Writes a new folder whole, or nothing: into a folder beside it, which then gets its name. A folder that is there, and
 * empty, keeps what watches it: its files are moved into it.
 * @returns what prevents it, when that came after the folder was looked at
 */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): "notEmpty" | undefined {
  const target = resolve(folder);
  const wasThere = existsSync(target);
  const parent = wasThere ? target : dirname(target);
  mkdirSync(parent, { recursive: true });
  const scratch = wasThere ? claim(target) : mkdtempSync(join(parent, `${making}-`));
  if (scratch === undefined) return "notEmpty";
  // An interrupt waits until all is written or removed again.
  const later = () => {
    process.exitCode = 130;
  };
  process.on("SIGINT", later);
  try {
    const made = join(scratch, basename(target));
    for (const [path, text] of files) write(join(made, path), text);
    return (wasThere ? moveAll(made, target) : give(made, target)) ? undefined : "notEmpty";
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    process.off("SIGINT", later);
  }
}

/** A folder in a folder, which only one run gets. */
function claim(folder: string): string | undefined {
  const claimed = join(folder, making);
  try {
    mkdirSync(claimed);
  } catch (error) {
    if (isOf(error, "EEXIST")) return undefined;
    throw error;
  }
  return claimed;
}

/** Gives a folder its name, unless another one has got it meanwhile. */
function give(made: string, target: string): boolean {
  try {
    renameSync(made, target);
    return true;
  } catch (error) {
    if (isThere(target)) return false;
    throw error;
  }
}

/** Moves what a folder holds into one that is still empty; what was moved is taken out again when one cannot be. */
function moveAll(from: string, to: string): boolean {
  if (!holdsOnly(to, ".git", making)) return false;
  const moved: string[] = [];
  try {
    for (const name of readdirSync(from)) {
      renameSync(join(from, name), join(to, name));
      moved.push(name);
    }
    rmdirSync(from);
    return true;
  } catch (error) {
    for (const name of moved) rmSync(join(to, name), { recursive: true });
    throw error;
  }
}

/** Writes new files into a folder, or none: what was written is removed again when one cannot be. */
export function writeAll(folder: string, files: ReadonlyMap<string, string>): void {
  const written: string[] = [];
  try {
    for (const [path, text] of files) {
      write(join(folder, path), text);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(join(folder, path));
    throw error;
  }
}

/** Writes one new file, and the folders that it needs. Only its owner can read `.env`. Throws when it is there. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, text, { flag: "wx", mode: basename(file) === ".env" ? 0o600 : 0o666 });
  } catch (error) {
    // A full disk leaves a part of it.
    if (!isOf(error, "EEXIST")) rmSync(file, { force: true });
    throw error;
  }
}

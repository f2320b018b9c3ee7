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

/** Whether a name is taken, also by a link to nothing. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return false;
    throw error;
  }
}

/** Whether there is a folder, or a link to one. */
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Whether there is a file, or a link to one. */
export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const hasCode = (error: unknown, ...codes: string[]) => codes.includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * What prevents a new shop in a folder, and at which path. `undefined` for nothing: `.git` alone does not prevent it.
 */
export function obstacleIn(folder: string): { kind: "notEmpty" | "notFolder"; path: string } | undefined {
  // Without a slash at its end: with it, a link would be followed.
  const target = join(dirname(folder), basename(folder));
  let path = target;
  while (!isThere(path)) path = dirname(path);
  if (!isFolder(path)) return { kind: "notFolder", path };
  return path !== target || holdsOnly(path, ".git") ? undefined : { kind: "notEmpty", path };
}

const holdsOnly = (folder: string, ...names: string[]) => readdirSync(folder).every((name) => names.includes(name));

/** The name of the folder in which files are made. In an existing folder it shows other runs that one has begun. */
const making = ".making";

/**
 * Writes a complete new folder, or nothing. The files are written into a folder beside it, which is then renamed. When
 * the folder exists and is empty, the files are moved into it, so that programs that watch it still do.
 * @returns `notEmpty` when something has come into the folder since it was checked
 */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): "notEmpty" | undefined {
  const target = resolve(folder);
  const wasThere = existsSync(target);
  const parent = wasThere ? target : dirname(target);
  mkdirSync(parent, { recursive: true });
  const scratch = wasThere ? claim(target) : mkdtempSync(join(parent, `${making}-`));
  if (scratch === undefined) return "notEmpty";
  // An interrupt waits until everything is written, or removed again.
  const exitLater = () => {
    process.exitCode = 130;
  };
  process.on("SIGINT", exitLater);
  try {
    const made = join(scratch, basename(target));
    for (const [path, text] of files) write(join(made, path), text);
    const isWritten = wasThere ? moveAll(made, target) : rename(made, target);
    return isWritten ? undefined : "notEmpty";
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    process.off("SIGINT", exitLater);
  }
}

/** Makes the folder {@link making} in a folder. Only one run succeeds; the others get `undefined`. */
function claim(folder: string): string | undefined {
  const claimed = join(folder, making);
  try {
    mkdirSync(claimed);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return undefined;
    throw error;
  }
  return claimed;
}

/** Renames a folder. `false` when the name was taken meanwhile. */
function rename(made: string, target: string): boolean {
  try {
    renameSync(made, target);
    return true;
  } catch (error) {
    if (isThere(target)) return false;
    throw error;
  }
}

/** Moves the content of a folder into one that is still empty, else `false`. After an error, nothing stays there. */
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

/** Writes new files into a folder, or none: after an error, what was written is removed. */
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

/** Writes one new file, and the folders that it needs. Only its owner can read `.env`. Throws when the file exists. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, text, { flag: "wx", mode: basename(file) === ".env" ? 0o600 : 0o666 });
  } catch (error) {
    // A full disk leaves a part of the file.
    if (!hasCode(error, "EEXIST")) rmSync(file, { force: true });
    throw error;
  }
}

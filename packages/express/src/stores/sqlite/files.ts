import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, rmdirSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";

/** Whether the engine takes it for the name of a file. */
const isFile = (path: string): boolean => path !== ":memory:" && !path.startsWith("file:");

/**
 * Creates a missing file that only its owner can read: the engine would use the process's mode for new files. Its log gets
 * the mode of the file from the engine.
 */
export function createPrivate(path: string): void {
  // The engine opens the same file next, and reports what is wrong with it.
  if (isFile(path)) codeOf(() => closeSync(openSync(path, "a", 0o600)));
}

/**
 * Watches the open file of a database and its log. The engine goes on with the files that it has open when they are
 * deleted or replaced; others get new ones, and what is written here is lost to them. While a connection is open, the
 * engine itself does neither.
 * @returns finds which of them was deleted or replaced since; it only looks at names, which costs microseconds
 */
export function watchFiles(path: string): () => string | undefined {
  if (!isFile(path)) return () => undefined;
  const file = realpathSync(path);
  const known = [file, `${file}-wal`].map((name) => ({ name, identity: identityOf(name) }));
  const opened = known.filter(({ identity }) => identity);
  return () => opened.find(({ name, identity }) => ![identity, undefined].includes(identityOf(name)))?.name;
}

/** Identifies a file on its disk: "" where there is none. A folder that cannot be read says nothing of it: `undefined`. */
function identityOf(name: string): string | undefined {
  try {
    const stat = statSync(name, { bigint: true, throwIfNoEntry: false });
    return stat ? `${stat.dev}:${stat.ino}` : "";
  } catch {
    return undefined;
  }
}

/** Adds what the engine's error lacks: the name of the file, and why it cannot be opened, as far as that can be seen. */
export function explainOpening(path: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = isFile(path) ? reasonFor(path) : undefined;
  return new Error([`sqliteStore(${JSON.stringify(path)})`, message, reason ?? []].flat().join(": "), { cause });
}

function reasonFor(path: string): string | undefined {
  const folder = dirname(path);
  const unseen = codeOf(() => statSync(folder));
  if (unseen === "ENOENT") return `there is no folder ${folder}`;
  if (unseen !== undefined) return `${user()} may not look into the folder around ${folder} (${unseen})`;
  if (!statSync(folder).isDirectory()) return `${folder} is a file, not a folder`;
  const isThere = existsSync(path);
  if (isThere && statSync(path).isDirectory()) return `${path} is a folder: name a file in it`;
  const fileCode = isThere ? codeOf(() => closeSync(openSync(path, "r+"))) : undefined;
  if (fileCode !== undefined) return problemOf(fileCode, `write the file ${path}`, path);
  const folderCode = codeOf(() => rmdirSync(mkdtempSync(join(folder, ".ventanilla-"))));
  if (folderCode === undefined) return undefined;
  const name = basename(path);
  const made = isThere ? `${name}-wal and ${name}-shm are made` : `${name} is made, with ${name}-wal and ${name}-shm`;
  return problemOf(folderCode, `write in the folder ${folder}, where ${made}`, folder);
}

function problemOf(code: string, action: string, at: string): string {
  if (code === "EROFS") return `nobody may ${action}: its file system is read-only`;
  if (code === "ENOSPC" || code === "EDQUOT") return `there is no space left to ${action}`;
  const { uid, mode } = statSync(at);
  const right = `it belongs to uid ${uid}, with mode ${(mode & 0o7777).toString(8)}`;
  return `${user()} may not ${action} (${code}): ${right}`;
}

/** The code of the error of a system call; `undefined` when there is none. */
function codeOf(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** The user of this process: `the user www-data (uid 33)`. */
function user(): string {
  const uid = process.geteuid?.();
  try {
    return `the user ${userInfo().username}${uid === undefined ? "" : ` (uid ${uid})`}`;
  } catch {
    // A container may run under a number that has no name.
    return `the user with uid ${uid}`;
  }
}

import { closeSync, existsSync, openSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Whether the engine takes it for the name of a file. */
const isFile = (path: string): boolean => path !== ":memory:" && !path.startsWith("file:");

/**
 * Creates a missing file that only its owner can read: the engine would use the process's mode for new files. Its log gets
 * the mode of the file from the engine.
 * @throws the error of the system, which says more than the engine's
 */
export function createPrivate(path: string): void {
  if (isFile(path) && !existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

/** Adds to the error of opening the file what it lacks: who opens it, and whose the file and its folder are. */
export function explainOpening(path: string, cause: unknown): Error {
  const names = isFile(path) ? [dirname(path), path] : [];
  const seen = names.map((name) => `; to uid ${process.geteuid?.()} ${seenAt(name)}`).join("");
  return new Error(`sqliteStore(${JSON.stringify(path)}): ${(cause as Error).message}${seen}`, { cause });
}

function seenAt(name: string): string {
  try {
    const stat = statSync(name);
    const mode = (stat.mode & 0o7777).toString(8);
    return `${name} is a ${stat.isDirectory() ? "folder" : "file"} of uid ${stat.uid} with mode ${mode}`;
  } catch (error) {
    return `${name} cannot be seen: ${(error as NodeJS.ErrnoException).code}`;
  }
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

import { realpathSync, statSync } from "node:fs";

/** Identifies a file on its disk; `undefined` when there is none with this name. */
function identityOf(name: string): string | undefined {
  const stat = statSync(name, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}

/**
 * Watches the open file of a database and its log. The engine goes on with the files that it has open when they are
 * deleted or replaced; others get new ones, and what is written here is lost to them. While a connection is open, the
 * engine itself does neither.
 * @returns finds which of them was deleted or replaced since; it only looks at names, which costs microseconds
 */
export function watchFiles(path: string): () => string | undefined {
  if (path === ":memory:" || path.startsWith("file:")) return () => undefined;
  const file = realpathSync(path);
  const known = [file, `${file}-wal`].flatMap((name) => {
    const identity = identityOf(name);
    return identity === undefined ? [] : [{ name, identity }];
  });
  return () => known.find(({ name, identity }) => isOther(name, identity))?.name;
}

function isOther(name: string, identity: string): boolean {
  try {
    return identityOf(name) !== identity;
  } catch {
    // A folder that cannot be read says nothing of the file.
    return false;
  }
}

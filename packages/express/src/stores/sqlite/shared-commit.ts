import { setImmediate } from "node:timers/promises";
import { isBusy } from "./busy.ts";
import { type DatabaseSync, transactionOn } from "./engine.ts";

/** Work that is not written, and since when it waits, on the clock of `performance.now()`. */
interface Waiting {
  /** It may run again, when nothing of it was written. */
  write(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  since: number;
}

/**
 * Writes that arrive together share a commit. Most of what a write takes is the disk's confirmation, and a disk confirms
 * sixteen as fast as one. The first one is written at once, and those that come in the same turn of the event loop after
 * it together. Each is still all or nothing, and is answered when it is on disk.
 * @param whenFree runs work as soon as nobody else holds the file; gives up when it has waited for too long
 */
export function makeSharedCommit(db: DatabaseSync, whenFree: (work: () => void, waitedMs: number) => Promise<void>) {
  const waiting: Waiting[] = [];
  let isRunning = false;
  let isClosing = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting[0]) {
      try {
        await whenFree(commit, performance.now() - waiting[0].since);
        // What else this turn of the event loop writes shares the next commit.
        await setImmediate();
      } catch (error) {
        // Those that came after it wait on.
        waiting.shift()?.reject(error);
      }
    }
    isRunning = false;
  }

  /** Writes all that waits. Throws where another connection holds the file, unless it is about to be closed. */
  function commit(): void {
    const writes = [...waiting];
    let answers: (() => void)[];
    try {
      answers = transactionOn(db, () => writes.map((each) => written(db, each)));
    } catch (error) {
      if (isBusy(error) && !isClosing) throw error;
      answers = writes.map(
        ({ reject }) =>
          () =>
            reject(error),
      );
    }
    waiting.splice(0, writes.length);
    for (const answer of answers) answer();
  }

  return {
    write: <T>(write: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject, since: performance.now() });
        if (!isRunning) void run();
      }),
    /** Writes what waits, without waiting for anybody: the file is about to be closed. */
    finish(): void {
      isClosing = true;
      if (waiting.length > 0) commit();
    },
  };
}

/**
 * Writes within a transaction; returns what answers once that is committed. Throws where the write cannot be undone alone:
 * then all of the transaction is undone, and no half of a write is kept.
 */
function written(db: DatabaseSync, { write, resolve, reject }: Waiting): () => void {
  db.exec("SAVEPOINT own");
  try {
    const result = write();
    db.exec("RELEASE own");
    return () => resolve(result);
  } catch (error) {
    if (!db.isTransaction) throw error;
    db.exec("ROLLBACK TO own; RELEASE own");
    return () => reject(error);
  }
}

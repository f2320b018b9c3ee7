import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { isBusy, retryWhileBusy } from "./busy.ts";
import { type DatabaseSync, transactionOn } from "./engine.ts";

/** Work that is not written, and since when it waits, on the clock of `performance.now()`. */
interface Waiting {
  /** It may run again, when nothing of it was written. */
  write(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  since: number;
}

/** Work that has held the file for this long has kept other processes waiting, each in pauses of up to 25 ms. */
const longMs = 100;
/** How long the next one waits after it, so that those processes write first. */
const restMs = 50;

/**
 * Lets one at a time write in this process. Writes that arrive together share a commit: most of what a write takes is the
 * disk's confirmation, and a disk confirms sixteen as fast as one. The first one is written at once, and those that come in
 * the same turn of the event loop after it together. Each is still all or nothing, and is answered when it is on disk.
 */
export function makeQueue(db: DatabaseSync) {
  const waiting: Waiting[] = [];
  const holding: (() => Promise<void>)[] = [];
  let isRunning = false;
  let isClosing = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let isTired = false; waiting[0] || holding[0]; ) {
      await commitWaiting();
      const held = holding.shift();
      if (held && isTired) await pause(restMs);
      const since = performance.now();
      await held?.();
      isTired = performance.now() - since > longMs;
      // What else this turn of the event loop writes shares the next commit.
      await setImmediate();
    }
    isRunning = false;
  }

  async function commitWaiting(): Promise<void> {
    while (waiting[0]) {
      try {
        return await retryWhileBusy(commit, performance.now() - waiting[0].since);
      } catch (error) {
        // Those that came after it wait on.
        waiting.shift()?.reject(error);
      }
    }
  }

  /** Writes all that waits. Throws where another connection holds the file, unless it is about to be closed. */
  function commit(): void {
    const answers = writtenTogether(db, [...waiting], isClosing);
    waiting.splice(0, answers.length);
    for (const answer of answers) answer();
  }

  return {
    /** Runs work that writes: all of it or nothing. */
    write: <T>(write: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject, since: performance.now() });
        void run();
      }),
    /** Runs work that holds the file until it ends, after what waits to be written. It never rejects. */
    hold(work: () => Promise<void>): void {
      holding.push(work);
      void run();
    },
    /** Writes what waits, without waiting for anybody: the file is about to be closed. */
    finish(): void {
      isClosing = true;
      if (waiting.length > 0) commit();
    },
  };
}

/** Writes all or nothing of each, in one transaction; returns what answers them. */
function writtenTogether(db: DatabaseSync, writes: readonly Waiting[], isLast: boolean): (() => void)[] {
  try {
    return transactionOn(db, () => writes.map((each) => written(db, each)));
  } catch (error) {
    if (isBusy(error) && !isLast) throw error;
    return writes.map(({ reject }) => reject.bind(undefined, error));
  }
}

/** Throws where the write cannot be undone alone: then all of the transaction is undone, and no half of a write is kept. */
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

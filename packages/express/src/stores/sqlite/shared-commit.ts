import { setImmediate } from "node:timers/promises";
import { isBusy } from "./busy.ts";
import { type DatabaseSync, transactionOn } from "./engine.ts";

/** Work that writes: it may run again, when nothing of it was written. */
type Write = () => unknown;

/** What became of a write: gives its result, or throws its error. */
type Outcome = () => unknown;

/** A write that is not written, and since when it waits, on the clock of `performance.now()`. */
interface Waiting {
  write: Write;
  end(outcome: Outcome): void;
  since: number;
}

/**
 * Writes that arrive together share a commit. Most of what a write takes is the disk's confirmation, and a disk confirms
 * sixteen as fast as one. The first one is written at once, and those that come in the same turn of the event loop after
 * it together. Each is still all or nothing, and is answered when it is on disk.
 * @param whenFree runs work as soon as nobody else holds the file; gives up when it has waited for too long
 */
export function makeSharedCommit(db: DatabaseSync, whenFree: <T>(work: () => T, waitedMs: number) => Promise<T>) {
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
        waiting.shift()?.end(failing(error));
      }
    }
    isRunning = false;
  }

  /** Writes all that waits. Throws where another connection holds the file, unless it is about to be closed. */
  function commit(): void {
    const writes = waiting.map(({ write }) => write);
    let outcomes: Outcome[];
    try {
      outcomes = transactionOn(db, () => writes.map((write) => outcomeOf(db, write)));
    } catch (error) {
      if (isBusy(error) && !isClosing) throw error;
      outcomes = writes.map(() => failing(error));
    }
    for (const [index, { end }] of waiting.splice(0, writes.length).entries()) end(outcomes[index] as Outcome);
  }

  return {
    async write<T>(write: () => T): Promise<T> {
      const outcome = await new Promise<Outcome>((end) => {
        waiting.push({ write, end, since: performance.now() });
        if (!isRunning) void run();
      });
      return outcome() as T;
    },
    /** Writes what waits, without waiting for anybody: the file is about to be closed. */
    finish(): void {
      isClosing = true;
      if (waiting.length > 0) commit();
    },
  };
}

/** Throws where the write cannot be undone alone: then all of the transaction is undone, and no half of a write is kept. */
function outcomeOf(db: DatabaseSync, write: Write): Outcome {
  db.exec("SAVEPOINT own");
  let outcome: Outcome;
  try {
    const result = write();
    outcome = () => result;
  } catch (error) {
    if (!db.isTransaction) throw error;
    db.exec("ROLLBACK TO own");
    outcome = failing(error);
  }
  db.exec("RELEASE own");
  return outcome;
}

const failing = (error: unknown): Outcome => {
  return () => {
    throw error;
  };
};

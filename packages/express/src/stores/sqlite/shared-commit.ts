import { setImmediate } from "node:timers/promises";
import { isBusy } from "./busy.ts";

/** Work that writes: it may run again, when nothing of it was written. */
export type Write = () => unknown;

/** What became of a write. */
export type Outcome = { result: unknown } | { error: unknown };

/** A write that is not written, and since when it waits, on the clock of `performance.now()`. */
interface Waiting {
  write: Write;
  end(outcome: Outcome): void;
  since: number;
}

/** So many writes share a commit at most: the first of them waits for the last. */
const maxShared = 64;

/**
 * Writes that arrive together share a commit. Most of what a write takes is the disk's confirmation, and a disk confirms
 * sixteen as fast as one. The first one is written at once, and those that come in the same turn of the event loop after
 * it together. Each is still all or nothing, and is answered when it is on disk.
 * @param commit runs writes in one transaction; throws when nothing was written
 * @param whenFree runs work as soon as nobody else holds the file; gives up when it has waited for too long
 */
export function makeSharedCommit(
  commit: (writes: readonly Write[]) => Outcome[],
  whenFree: <T>(work: () => T, waitedMs: number) => Promise<T>,
) {
  const waiting: Waiting[] = [];
  let isRunning = false;
  let isClosing = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Without a turn of the event loop between them: what waits goes before the next hook's transaction.
      for (let left = waiting.length; left > 0 && waiting[0]; ) left -= await endNext(waiting[0].since);
      // What else this turn of the event loop writes shares the next commit.
      await setImmediate();
    }
    isRunning = false;
  }

  /** Ends the writes that have waited longest; returns how many. Those that came after one that fails wait on. */
  const endNext = (oldest: number): Promise<number> =>
    whenFree(commitNext, performance.now() - oldest).catch((error: unknown) => settle(1, () => ({ error })));

  /** The same at once. Throws where another connection holds the file: they wait on, unless it is about to be closed. */
  function commitNext(): number {
    const writes = waiting.slice(0, maxShared).map(({ write }) => write);
    try {
      const outcomes = commit(writes);
      return settle(writes.length, (index) => outcomes[index] as Outcome);
    } catch (error) {
      if (isBusy(error) && !isClosing) throw error;
      return settle(writes.length, () => ({ error }));
    }
  }

  /** Ends so many of those that have waited longest. */
  function settle(count: number, outcomeOf: (index: number) => Outcome): number {
    for (const [index, each] of waiting.splice(0, count).entries()) each.end(outcomeOf(index));
    return count;
  }

  return {
    write: <T>(write: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        const end = (outcome: Outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.result as T));
        waiting.push({ write, end, since: performance.now() });
        if (!isRunning) void run();
      }),
    /** Writes what waits, without waiting for anybody: the file is about to be closed. */
    finish(): void {
      isClosing = true;
      while (waiting.length > 0) commitNext();
    },
  };
}

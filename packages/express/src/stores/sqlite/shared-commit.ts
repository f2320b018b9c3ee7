import { setImmediate } from "node:timers/promises";
import { isBusy, longestPauseMs, longestWaitMs } from "./busy.ts";

/** Work that writes: it may run again, when nothing of it was written. */
export type Write = () => unknown;

/** What became of a write. */
export type Outcome = { result: unknown } | { error: unknown };

interface Waiting {
  write: Write;
  end(outcome: Outcome): void;
  /** When it began to wait, on the clock of `performance.now()`. */
  since: number;
}

/** So many writes share a commit at most: the first of them waits for the last. */
const maxShared = 64;

/**
 * Writes that arrive together share a commit. Most of what a write takes is the disk's confirmation, and a disk confirms
 * sixteen as fast as one. The first one is written at once, and those that come in the same turn of the event loop after
 * it together. Each is still all or nothing, and is answered when it is on disk.
 */
export class SharedCommit {
  readonly #commit: (writes: readonly Write[]) => Outcome[];
  readonly #whenFree: <T>(work: () => T, waitedMs: number) => Promise<T>;
  /** Those that are not written, the oldest first. */
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  /**
   * @param commit runs writes in one transaction; throws when nothing was written
   * @param whenFree runs work as soon as nobody else holds the file; gives up when it has waited for too long
   */
  constructor(
    commit: (writes: readonly Write[]) => Outcome[],
    whenFree: <T>(work: () => T, waitedMs: number) => Promise<T>,
  ) {
    this.#commit = commit;
    this.#whenFree = whenFree;
  }

  write<T>(write: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (outcome: Outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.result as T));
      this.#waiting.push({ write, end, since: performance.now() });
      if (!this.#isRunning) void this.#run();
    });
  }

  /** Writes what waits, without waiting for anybody: the file is about to be closed. */
  finish(): void {
    while (this.#waiting.length > 0) {
      try {
        this.#commitNext();
      } catch (error) {
        this.#fail(this.#waiting.length, error);
      }
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // Without a turn of the event loop between them: what waits goes before the next hook's transaction.
      for (let left = this.#waiting.length; left > 0; ) left -= await this.#endNext();
      // What else this turn of the event loop writes shares the next commit.
      await setImmediate();
    }
    this.#isRunning = false;
  }

  /** Ends the writes that have waited longest; returns how many are no longer waited for. */
  async #endNext(): Promise<number> {
    const [oldest] = this.#waiting;
    if (oldest === undefined) return Number.POSITIVE_INFINITY;
    try {
      return await this.#whenFree(() => this.#commitNext(), performance.now() - oldest.since);
    } catch (error) {
      // Those that came later have not waited for as long, and wait on.
      const overdue = performance.now() - longestWaitMs + longestPauseMs;
      return this.#fail(Math.max(1, this.#waiting.filter(({ since }) => since <= overdue).length), error);
    }
  }

  /**
   * Writes those that have waited longest; returns how many.
   * @throws the engine's error where another connection holds the file: they wait on
   */
  #commitNext(): number {
    const batch = this.#waiting.slice(0, maxShared);
    let outcomes: Outcome[];
    try {
      outcomes = batch.length === 0 ? [] : this.#commit(batch.map(({ write }) => write));
    } catch (error) {
      if (isBusy(error)) throw error;
      return this.#fail(batch.length, error);
    }
    this.#waiting.splice(0, batch.length);
    for (const [i, outcome] of outcomes.entries()) batch[i]?.end(outcome);
    return batch.length;
  }

  /** Ends so many of those that have waited longest. */
  #fail(count: number, error: unknown): number {
    const failed = this.#waiting.splice(0, count);
    for (const { end } of failed) end({ error });
    return failed.length;
  }
}

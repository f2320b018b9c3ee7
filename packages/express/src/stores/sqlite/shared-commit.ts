import { setImmediate } from "node:timers/promises";

/** Work that writes: it may run again, when nothing of it was written. */
export type Write = () => unknown;

/** What became of a write. */
export type Outcome = { result: unknown } | { error: unknown };

interface Waiting {
  write: Write;
  end(outcome: Outcome): void;
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
  readonly #whenFree: <T>(work: () => T) => Promise<T>;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  /**
   * @param commit runs writes in one transaction; throws when nothing was written
   * @param whenFree runs work as soon as nobody else holds the file
   */
  constructor(commit: (writes: readonly Write[]) => Outcome[], whenFree: <T>(work: () => T) => Promise<T>) {
    this.#commit = commit;
    this.#whenFree = whenFree;
  }

  write<T>(write: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (outcome: Outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.result as T));
      this.#waiting.push({ write, end });
      if (!this.#isRunning) void this.#run();
    });
  }

  /** Writes what waits, without waiting for anybody: the file is about to be closed. */
  finish(): void {
    const last = this.#waiting.splice(0);
    if (last.length === 0) return;
    try {
      endAll(last, this.#commitOf(last));
    } catch (error) {
      failAll(last, error);
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxShared);
      await this.#whenFree(() => this.#commitOf(batch)).then(
        (outcomes) => endAll(batch, outcomes),
        (error: unknown) => failAll(batch, error),
      );
      // What else this turn of the event loop writes shares the next commit.
      await setImmediate();
    }
    this.#isRunning = false;
  }

  #commitOf(batch: readonly Waiting[]): Outcome[] {
    return this.#commit(batch.map(({ write }) => write));
  }
}

function endAll(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
  for (const [i, outcome] of outcomes.entries()) batch[i]?.end(outcome);
}

function failAll(batch: readonly Waiting[], error: unknown): void {
  for (const { end } of batch) end({ error });
}

/**
 * A hook that only writes takes milliseconds. One that holds the file for this long waits for something else, and all
 * other writes wait for it.
 */
export const maxHeldMs = 5000;
/**
 * How long work waits for another process to release the file, in total: as long as three hooks' transactions can be
 * open. Browsers and proxies wait longer than this.
 */
export const longestWaitMs = 3 * maxHeldMs;
/** At the start another process may be building an index, which takes about a second for a million attempts. */
const longestWaitAtStartMs = 60_000;
export const longestPauseMs = 25;
/** The primary result code SQLITE_BUSY. */
const busy = 5;

/** Whether the engine refused because another connection holds a lock. Then nothing was written. */
export function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  // The low byte is the primary result code.
  return typeof errcode === "number" && (errcode & 0xff) === busy;
}

/** Pauses in milliseconds, short at first: most locks are held for one write only. */
function* pauses(totalMs: number): Generator<number> {
  let pause = 1;
  let waited = 0;
  while (waited < totalMs) {
    yield pause;
    waited += pause;
    pause = Math.min(2 * pause, longestPauseMs);
  }
}

/**
 * Runs synchronous work on the file, and runs it again while another process holds a lock that it needs. The process
 * is not blocked meanwhile, as it would be by the busy timeout of the engine.
 * @param work writes nothing when it fails
 * @param waitedMs for how long it has waited already
 * @throws the engine's error when the file stays locked, and every other error at once
 */
export async function retryWhileBusy<T>(work: () => T, waitedMs = 0): Promise<T> {
  for (const pause of pauses(longestWaitMs - waitedMs)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return work();
}

/**
 * The same, but blocking: for opening the file, where the program starts and no request waits yet.
 * @throws an Error that says what to do when the file stays locked, and every other error at once
 */
export function retryAtStart<T>(work: () => T): T {
  let refused: unknown;
  for (const pause of pauses(longestWaitAtStartMs)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      refused = error;
    }
    block(pause);
  }
  const seconds = longestWaitAtStartMs / 1000;
  throw new Error(
    `sqliteStore: database is locked: another process has held its lock for ${seconds} s. Start again when that has ended its work`,
    { cause: refused },
  );
}

/**
 * Blocks for longer than the longest pause of the processes that wait for the file, so that they can write meanwhile.
 */
export function letOthersWrite(): void {
  block(2 * longestPauseMs);
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

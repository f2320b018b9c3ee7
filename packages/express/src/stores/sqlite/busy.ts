/**
 * A hook that only writes takes milliseconds. One that holds the file for this long waits for something else, and all
 * other writes wait for it.
 */
export const maxHeldMs = 5000;
/**
 * How long work waits for another process to release the file, in total: as long as three hooks' transactions can be
 * open. Browsers and proxies wait longer than this.
 */
const longestWaitMs = 3 * maxHeldMs;
const longestPauseMs = 25;
/** At the start another process may be building an index, which takes about a second for a million attempts. */
const longestWaitAtStartMs = 60_000;
const pauseAtStartMs = 5;
/** The primary result code SQLITE_BUSY, which is the low byte of others. */
const busy = 5;

/** Whether the engine refused because another connection holds a lock. Then nothing was written. */
export const isBusy = (error: unknown): boolean => (Number((error as { errcode?: unknown }).errcode) & 0xff) === busy;

/**
 * Runs synchronous work on the file, and runs it again while another process holds a lock that it needs. The process
 * is not blocked meanwhile, as it would be by the busy timeout of the engine. Pauses are short at first: most locks are
 * held for one write.
 * @param work writes nothing when it fails
 * @param waitedMs for how long it has waited already
 * @throws the engine's error when the file stays locked, and every other error at once
 */
export async function retryWhileBusy<T>(work: () => T, waitedMs = 0): Promise<T> {
  let leftMs = longestWaitMs - waitedMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || leftMs <= 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    leftMs -= pauseMs;
  }
}

/**
 * The same, but blocking: for opening the file, where the program starts and no request waits yet.
 * @throws an Error that says what to do when the file stays locked, and every other error at once
 */
export function retryAtStart<T>(work: () => T): T {
  for (let waitedMs = 0; ; waitedMs += pauseAtStartMs) {
    try {
      return work();
    } catch (cause) {
      if (!isBusy(cause)) throw cause;
      const seconds = longestWaitAtStartMs / 1000;
      const held = `another process has held its lock for ${seconds} s. Start again when that has ended its work`;
      if (waitedMs >= longestWaitAtStartMs) throw new Error(`sqliteStore: database is locked: ${held}`, { cause });
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseAtStartMs);
  }
}

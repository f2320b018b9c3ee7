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

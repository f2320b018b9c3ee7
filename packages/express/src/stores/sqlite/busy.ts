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
/** At the start another process may be building an index, which takes about a second for a million attempts. */
const longestWaitAtStartMs = 60_000;
export const longestPauseMs = 25;
/** The primary result code SQLITE_BUSY, which is the low byte of others. */
const busy = 5;

/** Whether the engine refused because another connection holds a lock. Then nothing was written. */
export const isBusy = (error: unknown): boolean => (Number((error as { errcode?: unknown }).errcode) & 0xff) === busy;

/** Tries work until the file is free. Yields pauses in milliseconds, short at first: most locks are held for one write. */
function* tries<T>(work: () => T, totalMs: number): Generator<number, T> {
  for (let pause = 1, waited = 0; waited < totalMs; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    yield pause;
    waited += pause;
  }
  return work();
}

/**
 * Runs synchronous work on the file, and runs it again while another process holds a lock that it needs. The process
 * is not blocked meanwhile, as it would be by the busy timeout of the engine.
 * @param work writes nothing when it fails
 * @param waitedMs for how long it has waited already
 * @throws the engine's error when the file stays locked, and every other error at once
 */
export async function retryWhileBusy<T>(work: () => T, waitedMs = 0): Promise<T> {
  const all = tries(work, longestWaitMs - waitedMs);
  let step = all.next();
  for (; !step.done; step = all.next()) await new Promise((resolve) => setTimeout(resolve, Number(step.value)));
  return step.value;
}

/**
 * The same, but blocking: for opening the file, where the program starts and no request waits yet.
 * @throws an Error that says what to do when the file stays locked, and every other error at once
 */
export function retryAtStart<T>(work: () => T): T {
  const all = tries(work, longestWaitAtStartMs);
  try {
    let step = all.next();
    for (; !step.done; step = all.next()) block(step.value);
    return step.value;
  } catch (cause) {
    if (!isBusy(cause)) throw cause;
    const seconds = longestWaitAtStartMs / 1000;
    throw new Error(
      `sqliteStore: database is locked: another process has held its lock for ${seconds} s. Start again when that has ended its work`,
      { cause },
    );
  }
}

/** Blocks the process. */
export function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

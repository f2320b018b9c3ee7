/**
 * How long work waits for another process to release the file, in total. A hook's transaction ends after 5 s at the
 * latest, so this is longer than three of them; browsers and proxies wait longer than this.
 */
const patienceMs = 15_000;
const longestPauseMs = 25;
const busy = 5;

/** Whether the engine refused because another connection holds a lock. Then nothing was written. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  // The low byte is the primary result code.
  return typeof errcode === "number" && (errcode & 0xff) === busy;
}

/** Pauses in milliseconds, short at first: most locks are held for one write only. */
function* pauses(): Generator<number> {
  for (let waited = 0, pause = 1; waited < patienceMs; waited += pause, pause = Math.min(2 * pause, longestPauseMs)) {
    yield pause;
  }
}

/**
 * Runs synchronous work on the file, and runs it again while another process holds a lock that it needs. The process
 * is not blocked meanwhile, as it would be by the busy timeout of the engine.
 * @param work writes nothing when it fails
 * @throws the engine's error when the file stays locked, and every other error at once
 */
export async function patiently<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!isBusy(error)) throw error;
    return again(work);
  }
}

async function again<T>(work: () => T): Promise<T> {
  for (const pause of pauses()) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
  return work();
}

/** The same, but blocking: for opening the file, where the program starts and no request waits yet. */
export function patientlyAtStart<T>(work: () => T): T {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (const pause of pauses()) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    Atomics.wait(never, 0, 0, pause);
  }
  return work();
}

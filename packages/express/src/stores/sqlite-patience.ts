/**
 * How long work waits for another process to release the file, in pauses all told. A hook's transaction ends after 5 s
 * at the latest, so this outlasts three in a row; a page's visitor and the proxies before it wait longer than that.
 */
const patienceMs = 15_000;
const longestPauseMs = 25;
const busy = 5;

/** Whether the engine refused because another connection holds a lock. Nothing has been done then. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  // The low byte says what, the others why.
  return typeof errcode === "number" && (errcode & 0xff) === busy;
}

/** Short at first: most locks are held for the time of one write. */
function* pauses(): Generator<number> {
  for (let waited = 0, pause = 1; waited < patienceMs; waited += pause, pause = Math.min(2 * pause, longestPauseMs)) {
    yield pause;
  }
}

/**
 * Runs synchronous work on the file, and again while another process holds a lock that it needs. Nothing else waits
 * meanwhile: the engine itself would put the whole process to sleep.
 * @param work does nothing at all when it fails
 * @throws the engine's error when the file stays locked, and every other one at once
 */
export async function patiently<T>(work: () => T): Promise<T> {
  for (const pause of pauses()) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return work();
}

/** The same where the program starts: nobody is served yet, and whoever opens the file wants to see the error there. */
export function patientlyAtStart<T>(work: () => T): T {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  for (const pause of pauses()) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    Atomics.wait(nobody, 0, 0, pause);
  }
  return work();
}

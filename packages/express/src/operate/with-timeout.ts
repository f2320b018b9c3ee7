/**
 * Waits for the work; when it takes longer than `ms`, for what `late` returns or throws. The work itself continues.
 */
export async function withTimeout<T, Late>(ms: number, work: Promise<T>, late: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, maxTimerMs));
  });
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Begins the work of a function that may also throw: its failure is always a rejection. */
export async function begun<T>(work: () => Promise<T> | T): Promise<T> {
  return work();
}

/** Node fires a longer timer at once. */
const maxTimerMs = 2 ** 31 - 1;

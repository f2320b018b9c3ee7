/**
 * Waits for the work. When it takes longer than `ms`, gives what `late` returns or throws; the work itself continues.
 * @param late Default: gives undefined
 */
export async function withTimeout<T, Late = undefined>(
  ms: number,
  work: Promise<T>,
  late?: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, maxTimerMs));
  });
  try {
    return await Promise.race([work, over.then(() => late?.() as Late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Begins the work of a function that may also throw. Its failure is always a rejection. */
export async function startWork<T>(work: () => Promise<T> | T): Promise<T> {
  return work();
}

/** The longest timer of Node, which fires a longer one at once. */
const maxTimerMs = 2 ** 31 - 1;

/** What the work comes to; when that takes longer than this, what `late` answers or throws. The work itself goes on. */
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

/** A longer timer of Node's ends at once. */
const maxTimerMs = 2 ** 31 - 1;

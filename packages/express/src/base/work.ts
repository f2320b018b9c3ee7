/**
 * Waits for the work. When it takes longer than `ms`, gives what `late` returns or throws; the work itself continues.
 * @param late Default: gives undefined
 */
export function withTimeout<T, Late = undefined>(ms: number, work: Promise<T>, late?: () => Late): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const end = () => void startWork(() => late?.() as Late).then(resolve, reject);
    const timer = setTimeout(end, Math.min(ms, maxTimerMs));
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Begins the work of a function that may also throw. Its failure is always a rejection. */
export async function startWork<T>(work: () => Promise<T> | T): Promise<T> {
  return work();
}

/** The longest timer of Node, which fires a longer one at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The work that is running: closing waits for it. */
export class InFlight {
  readonly #running = new Set<Promise<unknown>>();

  /** Adds work to wait for, and returns it as it is. */
  track<T>(work: Promise<T>): Promise<T> {
    const end = () => this.#running.delete(work);
    this.#running.add(work);
    work.then(end, end);
    return work;
  }

  /** Waits for what is running now. Never rejects. */
  async waitForAll(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

/** How a {@link WorkPool} gets its work and does it. */
interface WorkSource<T> {
  /** How many items are worked on at once, over all runs: one that hangs takes one slot, and the rest continues. */
  maxConcurrent: number;
  /** Returns items that are due, at most `limit`. */
  claim(limit: number): Promise<T[]>;
  /** Must not reject. */
  work(item: T): Promise<void>;
}

/** Works through what is due, a bounded number at a time. */
export class WorkPool<T> {
  readonly #source: WorkSource<T>;
  readonly #running = new Set<Promise<void>>();
  /** The claim that is running. It gives the work that it has begun. */
  #claiming: Promise<Promise<void>[]> | undefined;
  /** The claim after that one, when somebody waits for it. */
  #next: Promise<Promise<void>[]> | undefined;
  #closed = false;
  /** How many items have been worked on. */
  finished = 0;

  constructor(source: WorkSource<T>) {
    this.#source = source;
  }

  /**
   * Claims and works until nothing more is due, or until `enough` returns true; then waits for what is running.
   * @param onClaim called after each claim that succeeds, possibly long before its work ends
   */
  async run(enough: () => boolean = () => false, onClaim: () => void = () => {}): Promise<void> {
    const own = new Set<Promise<void>>();
    for (;;) {
      if (!this.#closed && !enough()) {
        for (const task of await this.#begin()) {
          own.add(task);
          void task.then(() => own.delete(task));
        }
        onClaim();
      }
      if (own.size === 0) break;
      await Promise.race(own);
    }
    await Promise.all(this.#running);
  }

  /** Claims once what is due now, and waits for all work that is then running. */
  async once(): Promise<void> {
    const begun = this.#closed ? [] : await this.#begin();
    await Promise.all([...begun, ...this.#running]);
  }

  /** Claims nothing more, and waits for what is running. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([this.#claiming]);
    await Promise.all(this.#running);
  }

  /**
   * Claims, and begins the work. There is one claim at a time, or two would fill the same slots. Callers that come
   * meanwhile share the next claim.
   */
  #begin(): Promise<Promise<void>[]> {
    if (this.#claiming === undefined) {
      this.#claiming = this.#fill().finally(() => {
        this.#claiming = undefined;
      });
      return this.#claiming;
    }
    const beginNext = () => {
      this.#next = undefined;
      return this.#begin();
    };
    this.#next ??= this.#claiming.then(beginNext, beginNext);
    return this.#next;
  }

  async #fill(): Promise<Promise<void>[]> {
    const { maxConcurrent, claim, work } = this.#source;
    const free = this.#closed ? 0 : maxConcurrent - this.#running.size;
    const items = free > 0 ? await claim(free) : [];
    return items.map((item) => {
      const task = work(item).finally(() => {
        this.finished++;
        this.#running.delete(task);
      });
      this.#running.add(task);
      return task;
    });
  }
}

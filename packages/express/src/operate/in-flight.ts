/** The work that is running: closing waits for it. */
export class InFlight {
  readonly #running = new Set<Promise<unknown>>();

  /** Returns the work as it is given. */
  track<T>(work: Promise<T>): Promise<T> {
    const ended: Promise<unknown> = work.then(
      () => this.#running.delete(ended),
      () => this.#running.delete(ended),
    );
    this.#running.add(ended);
    return work;
  }

  /** Waits for what is running now. Never rejects. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}

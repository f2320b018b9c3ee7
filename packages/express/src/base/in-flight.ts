/** The work that is running: closing waits for it. */
export class InFlight {
  readonly #running = new Set<Promise<unknown>>();

  /** Adds work to wait for, and returns it as it is. */
  track<T>(work: Promise<T>): Promise<T> {
    const ended: Promise<unknown> = work.then(
      () => this.#running.delete(ended),
      () => this.#running.delete(ended),
    );
    this.#running.add(ended);
    return work;
  }

  /** Waits for what is running now. Never rejects. */
  async waitForAll(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** How many idempotency keys are remembered; the oldest is forgotten first. */
export const maxKeys = 10_000;

/** A map that forgets its oldest entry for each new one beyond `maxEntries`. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, V>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(name: string): V | undefined {
    return this.#entries.get(name);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Sets an entry, which is the newest from now on. */
  set(name: string, value: V): void {
    this.#entries.delete(name);
    this.#entries.set(name, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }
}

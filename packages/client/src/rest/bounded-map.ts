/** Keys and references that one opened `Rest` remembers: the last so many of each. */
const maxEntries = 10_000;

/** A map that forgets its oldest entry for each new one beyond 10,000. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, V>();

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
      if (this.#entries.size <= maxEntries) break;
      this.#entries.delete(oldest);
    }
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }
}

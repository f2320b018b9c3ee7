/** How many entries each half holds. */
const generation = 10_000;

/**
 * Remembers at least the 10,000 entries that were set last, and at most twice as many: a flood must not fill the
 * memory. The older half is forgotten as a whole, because a map that drops its first entry each time is slow to find
 * the next one.
 */
export class RecentMap<Value> {
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#newer.get(key) ?? this.#older.get(key);
  }

  has(key: string): boolean {
    return this.#newer.has(key) || this.#older.has(key);
  }

  set(key: string, value: Value): void {
    this.#newer.set(key, value);
    if (this.#newer.size < generation) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }

  /** @returns whether it was there */
  delete(key: string): boolean {
    const isNewer = this.#newer.delete(key);
    return this.#older.delete(key) || isNewer;
  }
}

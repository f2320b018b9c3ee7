/**
 * Remembers at least so many of the entries that were set last, and at most twice as many: a flood must not fill the
 * memory. The older half is forgotten as a whole, because a map that drops its first entry each time is slow to find
 * the next one.
 * @example
 * const launches = new RecentMap<string>(10_000);
 * launches.set(id, order);
 */
export class RecentMap<Value> {
  readonly #atLeast: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** @param atLeast how many entries each half holds */
  constructor(atLeast = 10_000) {
    this.#atLeast = atLeast;
  }

  /** The value of a key that is remembered. */
  get(key: string): Value | undefined {
    return this.#newer.get(key) ?? this.#older.get(key);
  }

  /** Whether a key is remembered. */
  has(key: string): boolean {
    return this.#newer.has(key) || this.#older.has(key);
  }

  /** Remembers a value as the latest. */
  set(key: string, value: Value): void {
    this.#newer.set(key, value);
    if (this.#newer.size < this.#atLeast) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }

  /** @returns whether it was there */
  delete(key: string): boolean {
    const isNewer = this.#newer.delete(key);
    return this.#older.delete(key) || isNewer;
  }
}

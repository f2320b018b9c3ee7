const mostEntries = 10_000;

/** A map of the 10,000 entries that were set last: a flood must not fill the memory. */
export class RecentMap<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    // Behind all others, also when it was there before.
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= mostEntries) break;
      this.delete(oldest);
    }
    return this;
  }
}

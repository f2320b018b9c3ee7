/** A map of the 10,000 entries that were set last: a flood must not fill the memory. */
export class RecentMap<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest = key] = this.size > 10_000 ? this.keys() : [];
    if (oldest !== key) this.delete(oldest);
    return this;
  }
}

/** The calls under way through one opened service, so that closing it lets them end. */
export class Calls {
  readonly #name: string;
  readonly #underWay = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  /** `name` is what the TypeError about a closed service begins with. */
  constructor(name: string) {
    this.#name = name;
  }

  /** One call with all its requests and repetitions; a TypeError once closing has begun. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw new TypeError(`${this.#name}: expected an open one, this one is closed`);
    const call = work();
    this.#underWay.add(call);
    try {
      return await call;
    } finally {
      this.#underWay.delete(call);
    }
  }

  /** Takes no further call, waits for those under way, then disconnects. The same however often it is called. */
  close(disconnect: () => Promise<void>): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#underWay).then(disconnect);
    return this.#closed;
  }
}

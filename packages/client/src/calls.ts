import { ArgumentError } from "@ventanilla/web";

/** The calls in progress through one opened service, so that closing it waits for them. */
export class Calls {
  readonly #name: string;
  #underWay = 0;
  #ended: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  /** @param name the first word of the ArgumentError about a closed service */
  constructor(name: string) {
    this.#name = name;
  }

  /** Runs one call with all its requests and repetitions. Throws an ArgumentError once closing has begun. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw new ArgumentError(`${this.#name}: expected an open one, this one is closed`);
    this.#underWay++;
    try {
      return await work();
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) this.#ended?.();
    }
  }

  /** Takes no further call, waits for those in progress, then disconnects. May be called repeatedly. */
  close(disconnect: () => Promise<void>): Promise<void> {
    this.#closed ??= this.#allEnded().then(disconnect);
    return this.#closed;
  }

  async #allEnded(): Promise<void> {
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
  }
}

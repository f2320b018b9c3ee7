/** The time of the shop, which the staff page sets back while it stages payments of the past. */
export class Clock {
  #offset = 0;

  /** Milliseconds since the epoch. */
  readonly now = (): number => Date.now() + this.#offset;

  /** Milliseconds ahead of the machine's time; negative when behind. */
  get offset(): number {
    return this.#offset;
  }

  advance(ms: number): void {
    this.#offset += ms;
  }
}

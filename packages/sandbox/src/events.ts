/** What `/control/events` tells, and the data each event carries as JSON: the same objects as in `/control/state`. */
export type EventName = "session" | "transaction" | "wire" | "clock" | "fault" | "switch" | "token" | "reset";

/** Server-sent events (HTML Living Standard, 9.2) to whoever listens. */
export class Events {
  readonly #listeners = new Set<(text: string) => void>();

  /** Tells every listener. `data` is made only when there is one. */
  publish(event: EventName, data: () => unknown): void {
    if (this.#listeners.size === 0) return;
    // JSON has no line breaks of its own, which would end the event.
    const text = `event: ${event}\ndata: ${JSON.stringify(data())}\n\n`;
    for (const listener of this.#listeners) listener(text);
  }

  /** Listens until the function that it gives back is called. */
  subscribe(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

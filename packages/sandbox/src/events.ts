/** The events of `/control/events`. Their data are the same JSON objects as in `/control/state`. */
export type EventName = "session" | "transaction" | "wire" | "clock" | "fault" | "switch" | "token" | "reset";

/** Server-sent events (HTML Living Standard, 9.2) to all listeners. */
export class Events {
  readonly #listeners = new Set<(text: string) => void>();

  /** Sends an event to every listener. `data` is called only when there is one. */
  publish(event: EventName, data: () => unknown): void {
    if (this.#listeners.size === 0) return;
    // A line break would end the event; JSON.stringify writes none.
    const text = `event: ${event}\ndata: ${JSON.stringify(data())}\n\n`;
    for (const listener of this.#listeners) listener(text);
  }

  /** Listens until the returned function is called. */
  subscribe(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

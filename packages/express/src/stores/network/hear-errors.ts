/** An emitter of `node:events`, as pools and clients of `pg` are. */
interface Emitter {
  on(event: string, listener: (value: unknown) => void): unknown;
}

/** Whose errors are heard, so that several stores on one pool hear each once. */
const heard = new WeakSet<object>();

/**
 * Hears the errors of a pool or client for as long as it lives, and of each client of the pool from the moment that it
 * is taken, also by the shop. The server may cut a connection at any moment: an error that nobody hears ends the process,
 * and with it the answers of the bank that only this process has. A statement on a broken connection fails, and the pool
 * removes it, so nothing is left to do with the error itself.
 */
export function hearErrors(source: object): void {
  if (heard.has(source) || !isEmitter(source)) return;
  heard.add(source);
  source.on("error", () => {});
  // A pool tells it before the client's own listener is gone, and before `connect()` resolves. A client never does.
  source.on("acquire", (client) => hearErrors(client as object));
}

function isEmitter(source: object): source is Emitter {
  return "on" in source && typeof source.on === "function";
}

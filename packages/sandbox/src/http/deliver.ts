import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpResponse } from "./response.ts";

/** Bytes that a listener of a stream may leave unread. */
const maxUnread = 4 * 1024 * 1024;

/** Whether a request came over TLS. */
export function isSecure({ socket }: IncomingMessage): boolean {
  return "encrypted" in socket;
}

/** Sends a response over the socket; with a `delivery` it is late, incomplete or never sent. */
export function deliver(incoming: IncomingMessage, outgoing: ServerResponse, response: HttpResponse): void {
  const { status, headers, body, delivery, stream } = response;
  // An unread body blocks the next request on this connection.
  if (!incoming.complete) incoming.resume();
  if (delivery === "never") return;
  if (delivery === "reset") {
    // A TLS socket has no resetAndDestroy.
    if (isSecure(incoming)) incoming.socket.destroy();
    else incoming.socket.resetAndDestroy();
    return;
  }
  if (typeof delivery === "object") {
    const { delivery: _, ...later } = response;
    setTimeout(() => deliver(incoming, outgoing, later), delivery.late).unref();
    return;
  }
  if (stream) {
    outgoing.writeHead(status, headers);
    outgoing.flushHeaders();
    const end = stream((text) => {
      // A listener that stopped reading is dropped: it reconnects and reads the whole state.
      if (outgoing.writableLength > maxUnread) outgoing.destroy();
      else outgoing.write(text);
    });
    outgoing.on("close", end);
    return;
  }
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, { ...headers, "content-length": bytes.length });
  if (delivery === "half") outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  // As a text of Latin-1 they go out with the head in one piece.
  else outgoing.end(bytes.toString("latin1"), "latin1");
}

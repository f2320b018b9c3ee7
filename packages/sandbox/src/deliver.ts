import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";

const maxUnread = 4 * 1024 * 1024;

/** Whether a request came over TLS. */
export function isSecure({ socket }: IncomingMessage): boolean {
  return "encrypted" in socket;
}

/** Sends an answer over the socket, in the way a fault wants it when there is one. */
export function deliver(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, headers, body, delivery, stream } = answer;
  // What is left of a body nobody read would stand in the way of the next request on this connection.
  if (!request.complete) request.resume();
  if (delivery === "never") return;
  if (delivery === "reset") {
    // Over TLS there is no socket to reset by itself.
    if (isSecure(request)) request.socket.destroy();
    else request.socket.resetAndDestroy();
    return;
  }
  if (typeof delivery === "object") {
    const { delivery: _, ...later } = answer;
    setTimeout(() => deliver(request, response, later), delivery.late).unref();
    return;
  }
  if (stream) {
    response.writeHead(status, headers);
    response.flushHeaders();
    // Whoever stopped reading long ago is not listening: it comes back and reads the state anew.
    const end = stream((text) => (response.writableLength > maxUnread ? response.destroy() : response.write(text)));
    response.on("close", end);
    return;
  }
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "content-length": length });
  if (delivery === "half") response.write(Buffer.from(body).subarray(0, Math.floor(length / 2)));
  else response.end(body);
}

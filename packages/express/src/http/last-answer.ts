import type { ServerResponse } from "node:http";

/**
 * Closes the connection after the answer that follows. Express closes it when an error comes after an answer, and no
 * other request may be on it then.
 */
export function closeAfterAnswer(response: ServerResponse): void {
  response.setHeader("Connection", "close");
}

/** Resolves when the answer has been sent, or the browser is gone. */
export function whenSent(response: ServerResponse): Promise<void> {
  if (response.writableFinished || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => response.once("finish", resolve).once("close", resolve));
}

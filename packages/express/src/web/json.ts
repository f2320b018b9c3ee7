import type { ServerResponse } from "node:http";
import { privateHeaders } from "./page.ts";

const jsonHeaders = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };

/** Sends an answer to a script. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  // As bytes: Node takes a third longer to send a string that holds accents.
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { ...jsonHeaders, "Content-Length": body.length });
  response.end(body);
}

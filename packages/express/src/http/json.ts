import type { ServerResponse } from "node:http";
import { privateHeaders } from "./headers.ts";

const jsonHeaders = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };

/** Sends an answer to a script. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  // The bytes as a text of Latin-1: Node sends it with the head in one piece, and takes a third longer for one of UTF-8.
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { ...jsonHeaders, "Content-Length": body.length });
  response.end(body.toString("latin1"), "latin1");
}

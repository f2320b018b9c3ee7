import type { ServerResponse } from "node:http";
import { privateHeaders } from "./headers.ts";

const jsonHeaders = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };

/** Sends an answer to a script. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, jsonHeaders, JSON.stringify(value));
}

/**
 * Sends a text in UTF-8. Node gets its bytes as a text of Latin-1: such a text goes out with the head in one piece, while
 * one of UTF-8 takes a third longer.
 */
export function sendText(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  text: string,
): void {
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, "Content-Length": body.length });
  response.end(body.toString("latin1"), "latin1");
}

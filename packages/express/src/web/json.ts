import type { ServerResponse } from "node:http";
import { privateHeaders } from "./page.ts";

const jsonHeaders = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };

/** Sends an answer to a script. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { ...jsonHeaders, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

import type { ServerResponse } from "node:http";
import { privateHeaders, sendText } from "@ventanilla/web";

/** Sends an answer to a script. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const headers = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };
  sendText(response, status, headers, JSON.stringify(value));
}

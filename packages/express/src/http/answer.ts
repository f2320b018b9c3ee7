import type { ServerResponse } from "node:http";
import { privateHeaders, sendText } from "@ventanilla/web";

const jsonHeaders = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };

/** Sends an answer to a script. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, jsonHeaders, JSON.stringify(value));
}

/** Closes the connection after the next answer, as Express does when an error follows: no other request may be on it. */
export function closeAfterAnswer(response: ServerResponse): void {
  response.setHeader("Connection", "close");
}

import type { ServerResponse } from "node:http";
import { privateHeaders, removeShopHeaders, sendText } from "@ventanilla/web";

const jsonHeaders = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };

/** Sends an answer to a script. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, jsonHeaders, JSON.stringify(value));
}

/** Sends the browser on to another address with GET. */
export function seeOther(response: ServerResponse, location: string): void {
  removeShopHeaders(response);
  // Not chained, here and elsewhere: what a middleware has put in the place of `writeHead` may return nothing.
  response.writeHead(303, { ...privateHeaders, Location: location });
  response.end();
}

/** Closes the connection after the next answer, as Express does when an error follows: no other request may be on it. */
export function closeAfterAnswer(response: ServerResponse): void {
  response.setHeader("Connection", "close");
}

import type { ServerResponse } from "node:http";
import { privateHeaders, sendText } from "@ventanilla/web";

const jsonHeaders = { ...privateHeaders, "Content-Type": "application/json; charset=utf-8" };

/** Sends an answer to a script. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, jsonHeaders, JSON.stringify(value));
}

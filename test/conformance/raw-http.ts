import assert from "node:assert/strict";
import { connect } from "node:net";

/** An HTTP answer, raw: nothing of it is interpreted but `json`, which is undefined when the body is not a JSON object. */
export interface Raw {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown> | undefined;
}

/** Sends one request. Redirects are not followed. */
export async function call(
  method: string,
  address: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Raw> {
  const response = await fetch(address, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(30_000),
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: objectOf(text) };
}

/** Posts JSON as the contract asks for it: Content-Type and Accept are application/json. */
export function postJson(address: string, value: unknown, headers: Readonly<Record<string, string>> = {}) {
  const json = { "content-type": "application/json", accept: "application/json" };
  return call("POST", address, JSON.stringify(value), { ...json, ...headers });
}

/** Posts a form as a browser does. */
export function postForm(address: string, fields: Readonly<Record<string, string>>): Promise<Raw> {
  const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  return call("POST", address, new URLSearchParams(fields).toString(), form);
}

/**
 * Writes bytes to a plain HTTP server and gives back all that it answers until it closes: the status line and the rest.
 */
export function raw(address: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port || 80), hostname.replace(/[[\]]/g, ""));
    let answer = "";
    socket.setEncoding("utf8").setTimeout(30_000, () => socket.destroy(new Error("no answer within 30 s")));
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
    socket.write(lines.join("\r\n"));
  });
}

/** The value of a field of an answer as text; fails when it is absent or no text. */
export function textOf(answer: Raw, field: string): string {
  const value = answer.json?.[field];
  assert.ok(typeof value === "string" || typeof value === "number", `${field} is missing in ${answer.text}`);
  return String(value);
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

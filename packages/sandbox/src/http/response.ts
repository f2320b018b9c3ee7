import { STATUS_CODES } from "node:http";
/** What a handler answers to one HTTP request. */
export type HttpResponse = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
  /** How a fault sends it: never, with a connection reset, only half, or late by a number of milliseconds. */
  delivery?: "never" | "reset" | "half" | { late: number };
  /** Writes after the head, in place of the body. It is given a function that writes, and returns one that ends it. */
  stream?: (write: (text: string) => void) => () => void;
};

/** A JSON body. The content type has no charset, as that of the session API. */
export function json(status: number, value: unknown): HttpResponse {
  return { status, headers: { "content-type": "application/json", ...uncached }, body: JSON.stringify(value) };
}

/** A body of plain text. Default content type: text/plain. */
export function plainText(status: number, body: string, type = "text/plain"): HttpResponse {
  return { status, headers: { "content-type": type, ...uncached }, body };
}

/** The only error body of the session API and of the control API: `{"message":"…"}`. */
export function failure(status: number, message: string): HttpResponse {
  return json(status, { message });
}

/** What a proxy in front of the service answers in its place. */
export function proxyPage(status: number): HttpResponse {
  const title = status === 200 ? "Welcome" : `${status} ${STATUS_CODES[status]}`;
  return {
    status,
    headers: { "content-type": "text/html", ...uncached },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}

/** 303: the browser goes on with a GET of `location`. */
export function seeOther(location: string): HttpResponse {
  return { status: 303, headers: { location, ...uncached }, body: "" };
}

const uncached = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

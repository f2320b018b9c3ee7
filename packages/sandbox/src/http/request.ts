import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Reason } from "../reason.ts";
import type { Warning } from "../warning.ts";
import { isSecure } from "./deliver.ts";

/** One HTTP request as the handlers see it, and what they note about it for the wire log and the console. */
export type HttpRequest = {
  method: string;
  /** The path without its query, as sent. */
  path: string;
  /** The values of the `:name` segments of the route's path, percent-decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The query as sent, with its `?`, or "". */
  search: string;
  headers: IncomingHttpHeaders;
  /** Whether it came over TLS. */
  secure: boolean;
  /** Whether the caller is a browser that wants a page rather than JSON. */
  wantsPage: boolean;
  /** The Accept-Language header, or "". */
  acceptLanguage: string;
  /** The whole body as text, whatever its declared type and framing. Rejects with BodyTooLong above 64 KiB. */
  body(): Promise<string>;
  /** What the live service silently ignores, and the faults that acted. */
  warnings: Warning[];
  /** The order, as the console names it; "" while it is not known. */
  subject: string;
  /** Why it was declined or refused. */
  reason?: Reason;
};

/** The body of a request is longer than 64 KiB. */
export class BodyTooLong extends Error {}

const maxBodyLength = 64 * 1024;

/** A request before its body has been read; `bodyRead` gives what was read of the body so far. */
export function readHttpRequest(incoming: IncomingMessage): { request: HttpRequest; bodyRead(): string } {
  // A client configured for a proxy sends the absolute URL.
  const target = (incoming.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const query = target.indexOf("?");
  const search = query < 0 ? "" : target.slice(query);
  let text = "";
  let reading: Promise<string> | undefined;
  const request: HttpRequest = {
    method: incoming.method ?? "GET",
    path: query < 0 ? target : target.slice(0, query),
    params: {},
    search,
    query: new URLSearchParams(search),
    headers: incoming.headers,
    secure: isSecure(incoming),
    wantsPage: incoming.headers.accept?.includes("text/html") ?? false,
    acceptLanguage: incoming.headers["accept-language"] ?? "",
    body: () => {
      reading ??= readBody(incoming).then((body) => {
        text = body;
        return body;
      });
      return reading;
    },
    warnings: [],
    subject: "",
  };
  return { request, bodyRead: () => text };
}

function readBody(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyLength) {
        chunks.length = 0;
        reject(new BodyTooLong());
      } else chunks.push(chunk);
    });
    // TextDecoder drops the byte order mark that some platforms put before JSON.
    incoming.on("end", () => resolve(new TextDecoder().decode(Buffer.concat(chunks))));
    incoming.on("error", reject);
  });
}

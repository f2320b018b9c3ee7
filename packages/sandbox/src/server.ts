import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Answer } from "./answer.ts";
import type { Certificate } from "./certificate.ts";
import { deliver, isSecure } from "./deliver.ts";
import type { Reason } from "./reason.ts";
import type { Warning } from "./warning.ts";

/** One HTTP request as the handlers see it. */
export type Call = {
  method: string;
  /** The path without its query, as sent. */
  path: string;
  /** What stands where the route's path has a `:name`, percent-decoded. */
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
  /** The whole body as text, whatever its declared type and framing. Rejects when it is longer than 64 KiB. */
  body(): Promise<string>;
  /** What the live service ignores without a word, for the wire log and the console. */
  warnings: Warning[];
  /** The order, as the console names it; "" while it is not known. */
  subject: string;
  /** Why it was declined or refused. */
  reason?: Reason;
};

/** A line of the route table. A path segment `:name` matches any one segment. GET answers HEAD too. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: string | RegExp;
  /** Not the service's own: the wire log leaves it out. */
  quiet?: boolean;
  handle: (call: Call) => Answer | Promise<Answer>;
};

/** One request and what it was answered, for the wire log. */
export type Exchange = { call: Call; body: string; answer: Answer; ms: number };

/** Why a call failed: no such path, wrong method, body too long, or a handler failed. */
export type Refusal = 404 | 405 | 413 | 500;

const maxBodyLength = 64 * 1024;

class BodyTooLong extends Error {}

/**
 * An HTTP server over a route table, not yet listening. It is as lenient as the live service: a request may carry
 * both Content-Length and Transfer-Encoding, and a POST needs no Content-Type.
 *
 * @param failed told of an error in a handler, which answers 500
 * @param answered told of each exchange that is not quiet
 * @param certificate what it speaks TLS with, 1.2 and newer; plain HTTP without
 */
export function createServer(
  routes: readonly Route[],
  refuse: (call: Call, status: Refusal, allowed?: readonly string[]) => Answer,
  failed: (error: unknown) => void,
  answered: (exchange: Exchange) => void = () => {},
  certificate?: Certificate,
): Server {
  const table = routes.map((route) => ({ ...route, matches: matcherOf(route.path) }));

  function find(call: Call): { route?: Route; allowed: string[] } {
    const segments = call.path.split("/");
    const method = call.method === "HEAD" ? "GET" : call.method;
    const allowed: string[] = [];
    for (const route of table) {
      const params = route.matches(call.path, segments);
      if (params === undefined) continue;
      if (route.method === method) {
        call.params = params;
        return { route, allowed };
      }
      allowed.push(route.method);
    }
    return { allowed };
  }

  async function answer(call: Call, { route, allowed }: ReturnType<typeof find>): Promise<Answer> {
    try {
      if (route) return await route.handle(call);
    } catch (error) {
      if (error instanceof BodyTooLong) return refuse(call, 413);
      failed(error);
      return refuse(call, 500);
    }
    if (allowed.length === 0) return refuse(call, 404);
    const refusal = refuse(call, 405, allowed);
    return { ...refusal, headers: { ...refusal.headers, allow: allowed.join(", ") } };
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now();
    const { call, bodyRead } = readCall(request);
    const found = find(call);
    answer(call, found)
      .then((result) => {
        deliver(request, response, result);
        if (found.route?.quiet) return;
        answered({ call, body: bodyRead(), answer: result, ms: Math.round((performance.now() - began) * 100) / 100 });
      })
      // The caller hung up: there is nobody left to answer.
      .catch(() => response.destroy());
  };
  const server = certificate
    ? createHttpsServer({ ...certificate, insecureHTTPParser: true, minVersion: "TLSv1.2" }, listener)
    : createHttpServer({ insecureHTTPParser: true }, listener);
  // Longer than the idle time of usual client pools, so that no request meets a connection being closed.
  server.keepAliveTimeout = 65_000;
  return server;
}

function readCall(request: IncomingMessage): { call: Call; bodyRead(): string } {
  // A client that believes in a proxy sends the whole address.
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const query = target.indexOf("?");
  const search = query < 0 ? "" : target.slice(query);
  let text = "";
  let reading: Promise<string> | undefined;
  const call: Call = {
    method: request.method ?? "GET",
    path: query < 0 ? target : target.slice(0, query),
    params: {},
    search,
    query: new URLSearchParams(search),
    headers: request.headers,
    secure: isSecure(request),
    wantsPage: request.headers.accept?.includes("text/html") ?? false,
    acceptLanguage: request.headers["accept-language"] ?? "",
    body: () => {
      reading ??= readBody(request).then((body) => {
        text = body;
        return body;
      });
      return reading;
    },
    warnings: [],
    subject: "",
  };
  return { call, bodyRead: () => text };
}

function matcherOf(path: Route["path"]) {
  if (path instanceof RegExp) return (called: string) => (path.test(called) ? {} : undefined);
  const route = path.split("/");
  return (_called: string, segments: readonly string[]) => match(route, segments);
}

function match(route: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (route.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, segment] of route.entries()) {
    const found = path[i] ?? "";
    if (!segment.startsWith(":")) {
      if (segment !== found) return undefined;
    } else {
      try {
        params[segment.slice(1)] = decodeURIComponent(found);
      } catch {
        return undefined;
      }
    }
  }
  return params;
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyLength) {
        chunks.length = 0;
        reject(new BodyTooLong());
      } else chunks.push(chunk);
    });
    // TextDecoder drops the byte order mark that some platforms put before JSON.
    request.on("end", () => resolve(new TextDecoder().decode(Buffer.concat(chunks))));
    request.on("error", reject);
  });
}

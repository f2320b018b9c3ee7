import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Certificate } from "./certificate.ts";
import { deliver } from "./deliver.ts";
import { BodyTooLong, type HttpRequest, readHttpRequest } from "./request.ts";
import type { HttpResponse } from "./response.ts";
import { type Match, type Route, RouteTable } from "./route.ts";

/** One request and its response, for the wire log. `ms` is the time until the response was handed to the socket. */
export type Exchange = { request: HttpRequest; body: string; response: HttpResponse; ms: number };

/** Why a request failed: no such path, wrong method, body too long, or a handler threw. */
export type ErrorStatus = 404 | 405 | 413 | 500;

/** What a server does besides its routes. */
export type ServerOptions = {
  /** Makes the response to a request that failed; `allowed` are the methods of the path, when the method is wrong. */
  errorResponse: (request: HttpRequest, status: ErrorStatus, allowed?: readonly string[]) => HttpResponse;
  /**
   * Receives each error that a handler threw, whose request is answered with 500, and each that the answer or
   * `onExchange` failed with. Must not throw.
   */
  onError: (error: unknown) => void;
  /** Receives each exchange of a route that is not quiet. */
  onExchange: (exchange: Exchange) => void;
  /** What it speaks TLS with, 1.2 and newer. Default: plain HTTP */
  certificate?: Certificate | undefined;
};

/**
 * An HTTP server over a route table, not yet listening. It is as lenient as the live service: a request may carry
 * both Content-Length and Transfer-Encoding, and a POST needs no Content-Type.
 */
export function makeServer(routes: readonly Route[], options: ServerOptions): Server {
  const table = new RouteTable(routes);
  const server = listenerServer((incoming, outgoing) => void serve(incoming, outgoing, table, options), options);
  // Longer than the idle time of usual client pools, so that no request meets a connection that is being closed.
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Answers a request, then reports the exchange. Never rejects. */
async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  table: RouteTable,
  options: ServerOptions,
): Promise<void> {
  const { onError, onExchange } = options;
  const began = performance.now();
  const { request, bodyRead } = readHttpRequest(incoming);
  const match = table.find(request);
  request.params = match.params;
  let response: HttpResponse;
  try {
    response = await respond(request, match, options);
    deliver(incoming, outgoing, response);
  } catch (error) {
    outgoing.destroy();
    onError(error);
    return;
  }
  if (match.route?.quiet) return;
  try {
    onExchange({ request, body: bodyRead(), response, ms: Math.round((performance.now() - began) * 100) / 100 });
  } catch (error) {
    // The answer is on its way: only the report of it failed.
    onError(error);
  }
}

async function respond(
  request: HttpRequest,
  { route, allowed }: Match,
  { errorResponse, onError }: ServerOptions,
): Promise<HttpResponse> {
  try {
    if (route) return await route.handle(request);
  } catch (error) {
    if (error instanceof BodyTooLong) return errorResponse(request, 413);
    onError(error);
    return errorResponse(request, 500);
  }
  if (allowed.length === 0) return errorResponse(request, 404);
  const response = errorResponse(request, 405, allowed);
  return { ...response, headers: { ...response.headers, allow: allowed.join(", ") } };
}

function listenerServer(listener: RequestListener, { certificate }: ServerOptions): Server {
  return certificate
    ? createHttpsServer({ ...certificate, insecureHTTPParser: true, minVersion: "TLSv1.2" }, listener)
    : createHttpServer({ insecureHTTPParser: true }, listener);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { InFlight } from "./base/work.ts";
import { type Report, reasonOf } from "./report/report.ts";
import type { Route } from "./routes.ts";

type Next = (error?: unknown) => void;

/** Handles one request, in Express 4.17+, Express 5 or anything else that calls `(request, response, next)`. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

/**
 * Answers a request at an address below the mount, and passes other requests on. The app's error handlers get what
 * fails, once the buyer has got the router's own page for it.
 */
export function makeHandle(route: Route, inFlight: InFlight, report: Report) {
  return function handle(
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
    url: string | undefined,
  ): void {
    const answered = url === undefined ? undefined : route(request, response, url);
    if (answered === undefined) next();
    else void inFlight.track(answered.catch((error: unknown) => fail(error, response, next, report)));
  };
}

/** Passes an error to the app's error handlers, once an answer that was begun has been sent, or the browser is gone. */
export async function fail(error: unknown, response: ServerResponse, next: Next, report: Report): Promise<void> {
  if (response.headersSent && !response.writableFinished && !response.destroyed) {
    await new Promise((resolve) => response.once("finish", resolve).once("close", resolve));
  }
  try {
    next(error);
  } catch (failure) {
    // Express catches what its error handlers throw. Those of another server may throw here, as for a second answer.
    report.warn("an error handler of the app failed", { error: reasonOf(failure) });
  }
}

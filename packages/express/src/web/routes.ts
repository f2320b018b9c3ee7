import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "../settings.ts";
import type { StatusAnswer } from "../status.ts";
import { elementVersionOf, sendElement } from "./element-file.ts";
import { makeAnswerFailed, type Requester } from "./failed-request.ts";
import { makeMountWatch } from "./mount-watch.ts";
import { isToken } from "./token.ts";

/** What answers below the mount. */
export interface Steps {
  launch(request: IncomingMessage, response: ServerResponse): Promise<void>;
  status: StatusAnswer;
  orderStatus: StatusAnswer;
  relay(request: IncomingMessage, response: ServerResponse, id: string): Promise<void>;
  takeReturn(
    request: IncomingMessage,
    response: ServerResponse,
    via: "return" | "cancel",
    token: string,
  ): Promise<void>;
}

/** Answers a request at an address below the mount; `undefined` when there is nothing at the address. */
export type Route = (request: IncomingMessage, response: ServerResponse, url: string) => Promise<void> | undefined;

/** The addresses below the mount: `docs/router.md`. */
export function makeRoute(settings: Settings, { launch, status, orderStatus, relay, takeReturn }: Steps): Route {
  const answerFailed = makeAnswerFailed(settings);
  const watchMount = makeMountWatch(settings);

  return function route(request, response, url) {
    const { method = "GET" } = request;
    const [, step, id, query] = /^\/([^/?]+)(?:\/([^/?]+))?(?:\?(.*))?$/.exec(url) ?? [];
    /** @throws what `answer` throws, once the router has answered whoever waits */
    const allow = async (
      methods: readonly string[],
      waiting: Requester,
      answer: () => Promise<void>,
    ): Promise<void> => {
      if (!methods.includes(method)) return refuseMethod(response, methods);
      // Returns may arrive at `payments.returns`, which is mounted elsewhere.
      if (waiting !== "return") watchMount(request);
      try {
        await answer();
      } catch (error) {
        if (!response.headersSent) answerFailed(waiting, request, response, error);
        throw error;
      }
    };

    if (id === undefined) {
      if (step === "attempts") return allow(["POST"], "launch", () => launch(request, response));
      const version = elementVersionOf(step ?? "");
      return version === undefined
        ? undefined
        : allow(["GET", "HEAD"], "script", () => sendElement(request, response, version));
    }
    switch (step) {
      case "attempts":
        return allow(["GET", "HEAD", "OPTIONS"], "script", () =>
          status(request, response, id, new URLSearchParams(query)),
        );
      case "orders":
        return allow(["GET", "HEAD", "OPTIONS"], "script", () =>
          orderStatus(request, response, id, new URLSearchParams(query)),
        );
      case "relay":
        return allow(["GET", "HEAD"], "return", () => relay(request, response, id));
      case "return":
      case "cancel":
        return allow(["GET", "HEAD", "POST"], "return", () => takeReturn(request, response, step, id));
      default:
        return undefined;
    }
  };
}

/**
 * Finds a return or cancel address in a request, as a middleware gets it that is mounted before everything else: below
 * the path of the mount, below a path that the middleware itself is mounted on, or where a proxy has stripped the path.
 * @returns the address below the mount, for {@link Route}
 */
export function makeReturnFinder(
  mount: string,
): (request: IncomingMessage & { originalUrl?: string }) => string | undefined {
  const mountPath = new URL(mount).pathname.replace(/\/$/, "");
  const belowMount = (path: string) => (path.startsWith(mountPath) ? path.slice(mountPath.length) : path);
  // With the form of a token, so that the shop may have a /return page of its own.
  const isReturn = (path: string) => isToken(/^\/(?:return|cancel)\/([^/?]+)(?:\?|$)/.exec(path)?.[1] ?? "");
  return function findReturn({ url = "/", originalUrl = url }) {
    return [url, belowMount(url), belowMount(originalUrl)].find(isReturn);
  };
}

/** Answers 405. `Allow` need not name HEAD and OPTIONS. */
async function refuseMethod(response: ServerResponse, methods: readonly string[]): Promise<void> {
  const named = methods.filter((method) => method === "GET" || method === "POST");
  response.writeHead(405, { Allow: named.join(", "), "Content-Length": 0 });
  response.end();
}

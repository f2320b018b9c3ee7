import type { IncomingMessage, ServerResponse } from "node:http";
import { isAttemptId } from "./attempt/rules.ts";
import { makeAnswerFailed, type Requester } from "./failed-request.ts";
import { askedAddress, knownForm } from "./http/asked-address.ts";
import { elementVersionOf, sendElement } from "./http/element-file.ts";
import { isToken } from "./http/token.ts";
import { isLaunchAgain, sendLaunchAgain } from "./page/hand-off-page.ts";
import type { PageSettings, Visit } from "./page/page.ts";
import { refuseMethod } from "./page/refuse.ts";
import { type Mounted, makeMountWatch } from "./report/mount-watch.ts";
import type { Report } from "./report/report.ts";

/** Answers about what an address names by its id: an attempt, or an order. */
type Answer = (visit: Visit, id: string) => Promise<void>;

/** What answers below the mount. */
export interface Steps {
  launch(visit: Visit): Promise<void>;
  status: Answer;
  orderStatus: Answer;
  relay: Answer;
  takeReturn(visit: Visit, via: "return" | "cancel", token: string): Promise<void>;
}

/** Answers a request at an address below the mount; `undefined` when there is nothing at the address. */
export type Route = (request: IncomingMessage, response: ServerResponse, url: string) => Promise<void> | undefined;

/** The addresses below the mount: `docs/contributing/protocol.md`. */
export function makeRoute(
  settings: PageSettings & { report: Report },
  { launch, status, orderStatus, relay, takeReturn }: Steps,
): Route {
  const answerFailed = makeAnswerFailed(settings);
  const watchMount = makeMountWatch(settings);
  // Without a path of the router's own, the shop may have a /return page.
  const isOwnPath = new URL(settings.mount).pathname !== "/";

  return function route(request, response, url) {
    const { method = "GET" } = request;
    const { segments, query } = askedAddress(url);
    const visit: Visit = { request, response, settings, query: new URLSearchParams(query) };
    const [written = "", id, ...more] = segments;
    const step = written.toLowerCase();
    /** @throws what `answer` throws, once the router has answered whoever waits */
    const allow = async (methods: string[], waiting: Requester, answer: () => Promise<void>): Promise<void> => {
      if (!methods.includes(method)) return refuseMethod(visit, waiting === "launch" ? "POST" : "GET");
      // Returns may arrive at `payments.returns`, which is mounted elsewhere.
      if (waiting !== "return") watchMount(request);
      try {
        await answer();
      } catch (error) {
        if (!response.headersSent) answerFailed(waiting, visit, error);
        throw error;
      }
    };
    const asks = (answer: Answer, subject: string) =>
      allow(["GET", "HEAD", "OPTIONS"], "script", () => answer(visit, subject));

    // Where a buyer's browser arrives by itself: with whatever method, because a middleman may have changed it.
    if (id !== undefined || isOwnPath) {
      if (step === "relay") return allow([method], "return", () => relay(visit, knownForm("attempt", id ?? "")));
      if (step === "return" || step === "cancel") {
        return allow([method], "return", () => takeReturn(visit, step, knownForm("token", id ?? "")));
      }
    }
    if (more.length > 0) return undefined;
    if (step === "attempts") {
      if (id !== undefined) return asks(status, knownForm("attempt", id));
      if (isLaunchAgain(visit)) return sendLaunchAgain(visit);
      return allow(["POST"], "launch", () => launch(visit));
    }
    if (step === "orders" && id !== undefined) return asks(orderStatus, id);
    const version = id === undefined ? elementVersionOf(written) : undefined;
    if (version === undefined) return undefined;
    return allow(["GET", "HEAD"], "script", () => sendElement(request, response, version));
  };
}

/**
 * Finds a return or cancel address in a request, as a middleware gets it that is mounted before everything else: below
 * the path of the mount, below a path that the middleware itself is mounted on, or where a proxy has stripped the path.
 * Of relay and status, an address that is written in another way than the router's: a framework may not find it.
 * @returns the address below the mount, for {@link Route}
 */
export function makeReturnFinder(mount: string): (request: Mounted) => string | undefined {
  const own = askedAddress(new URL(mount).pathname).segments;
  const isBelow = (segments: readonly string[]) =>
    own.every((segment, i) => segments[i]?.toLowerCase() === segment.toLowerCase());

  /** The address below the mount, where it is one that may be found here. */
  function found(url: string, isWhole: boolean): string | undefined {
    // Encoded slashes have no other meaning here: neither a token nor an attempt's id has one.
    const { segments, query } = askedAddress(url.replace(/%(?:2f|5c)/gi, "/"));
    if (isWhole && !isBelow(segments)) return undefined;
    const behind = isWhole ? segments.slice(own.length) : segments;
    // A proxy that adds the mount's path to an address that has it.
    const isTwice = isWhole && isBelow(behind) && behind.length === own.length + 2;
    const [written = "", id = "", ...more] = isTwice ? behind.slice(own.length) : behind;
    const step = written.toLowerCase();
    const address = `/${step}/${id}`;
    // With the form of a token, so that the shop may have a /return page of its own.
    if (step === "return" || step === "cancel") return isToken(knownForm("token", id)) ? address : undefined;
    const isAttempt =
      (step === "relay" || step === "attempts") && more.length === 0 && isAttemptId(knownForm("attempt", id));
    const isPlain = url.startsWith(`/${[...own, step, id].join("/")}`);
    return isWhole && isAttempt && !isPlain ? `${address}?${query}` : undefined;
  }

  return function findReturn({ url = "/", originalUrl = url }) {
    return found(url, false) ?? found(url, true) ?? found(originalUrl, true);
  };
}

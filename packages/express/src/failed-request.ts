import type { IncomingMessage, ServerResponse } from "node:http";
import { FormAbortedError } from "@ventanilla/web";
import { makeLineLimit } from "./base/recent-count.ts";
import { sendJson } from "./http/json.ts";
import { closeAfterAnswer } from "./http/last-answer.ts";
import type { PageSettings } from "./page/page.ts";
import { retrySeconds, sendUnavailable } from "./page/unavailable.ts";
import type { Report } from "./report/report.ts";

/** Who waits for an answer: a buyer who launches, a buyer who comes back, or a script. */
export type Requester = "launch" | "return" | "script";

/**
 * Makes the fallback answer of every address: the router's own page in the buyer's language, or JSON. The page never
 * says that nothing was charged where something may have been. The reason goes to the log, with the alert
 * `request_failed`.
 */
export function makeAnswerFailed(settings: PageSettings & { report: Report }) {
  const { languages, report } = settings;
  // While a store is down, every page of a buyer asks again and again.
  const mayAlert = makeLineLimit<Requester>(() => performance.now());

  function alert(requester: Requester, error: unknown): void {
    if (!mayAlert(requester)) return;
    const who = requester === "script" ? "a script got an error" : "a buyer got a page that says so";
    report.alert("request_failed", `a request failed unexpectedly, and ${who}`, {}, error);
  }

  return function answerFailed(
    requester: Requester,
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
  ) {
    if (error instanceof FormAbortedError) return closeAfterAnswer(response);
    alert(requester, error);
    const language = languages.ofVisit(request);
    if (requester === "return") return sendUnavailable(request, response, settings);
    // It may repeat a launch that was already paid.
    if (requester === "launch") {
      const unknownPage = { id: undefined, origin: undefined, returnTo: undefined };
      return sendUnavailable(request, response, settings, { ...unknownPage, language, mode: "redirect" });
    }
    closeAfterAnswer(response);
    response.removeHeader("ETag");
    response.setHeader("Retry-After", retrySeconds);
    sendJson(response, 503, { v: 1, error: { code: "unavailable", message: languages.of(language).orderFailed } });
  };
}

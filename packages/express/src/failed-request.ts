import { FormAbortedError, html, withWarning } from "@ventanilla/web";
import { isAttemptId } from "./attempt/rules.ts";
import { makeLineLimit } from "./base/recent-count.ts";
import { closeAfterAnswer, sendJson } from "./http/answer.ts";
import { shownMode } from "./http/browser.ts";
import { homeAddress } from "./http/origins.ts";
import type { LaunchPage } from "./page/launch-page.ts";
import { backLink, noticeScript, type PageSettings, sendPage, type Visit } from "./page/page.ts";
import type { Report } from "./report/report.ts";

/** How long a page or a script waits before it asks again, in seconds. */
const retrySeconds = 5;

/**
 * Answers a buyer who may have paid, while the router cannot tell: they come back from the bank, or launch again. The
 * page asks again by itself, and links to the shop. The buyer must neither read an error of the app nor begin again. A
 * launch is not sent again: its page continues to the relay or, without an id, to the shop.
 * @param launch what is known of the launch, with the id that its page gave to its attempt
 */
export function sendUnavailable(visit: Visit, launch?: Partial<LaunchPage> & { id?: string }) {
  const { request, response, settings } = visit;
  const { language = settings.languages.ofVisit(visit), origin, returnTo } = launch ?? {};
  const words = settings.languages.of(language);
  const { title, message } = words.unavailable;
  const mode = shownMode(request, launch?.mode ?? "redirect");
  const id = launch?.id !== undefined && isAttemptId(launch.id) ? launch.id : undefined;
  const relay = id && `${settings.mount}/relay/${id}`;
  const next = relay ?? returnTo ?? homeAddress(origin ?? settings.origin, settings);
  closeAfterAnswer(response);
  // The answer to a launch beyond a limit already says when to send it again.
  const isLimited = response.hasHeader("Retry-After");
  if (!isLimited) response.setHeader("Retry-After", retrySeconds);
  sendPage(response, settings, {
    status: isLimited ? 429 : 503,
    language,
    title,
    mark: "turning",
    body: html`<p>${withWarning(message)}</p><div class="quiet">${backLink(settings, { mode, origin, returnTo }, words)}</div>`,
    address: launch === undefined ? "" : relay,
    refresh: launch === undefined ? retrySeconds : `${retrySeconds};url=${next}`,
    ...(launch !== undefined && mode !== "redirect" && { script: noticeScript(origin ?? settings.origin, id) }),
    framedBy: mode === "modal" ? (origin ?? "*") : undefined,
  });
}

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

  return function answerFailed(requester: Requester, visit: Visit, error: unknown) {
    const { response } = visit;
    if (error instanceof FormAbortedError) return closeAfterAnswer(response);
    if (mayAlert(requester)) {
      const who = requester === "script" ? "a script got an error" : "a buyer got a page that says so";
      report.alert("request_failed", `a request failed unexpectedly, and ${who}`, {}, error);
    }
    // A launch, too: it may repeat one that was already paid.
    if (requester !== "script") return sendUnavailable(visit, requester === "launch" ? {} : undefined);
    closeAfterAnswer(response);
    response.removeHeader("ETag");
    response.setHeader("Retry-After", retrySeconds);
    const { orderFailed: message } = languages.of(languages.ofVisit(visit));
    sendJson(response, 503, { v: 1, error: { code: "unavailable", message } });
  };
}

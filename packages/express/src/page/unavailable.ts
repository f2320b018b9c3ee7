import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "@ventanilla/web";
import { shownMode } from "../http/browser.ts";
import { closeAfterAnswer } from "../http/last-answer.ts";
import { homeAddress } from "../http/origins.ts";
import type { LaunchPage } from "./launch-page.ts";
import { type PageSettings, sendPage } from "./page.ts";
import { backLink, closeScript, noticeScript } from "./way-back.ts";

/** How long a page or a script waits before it asks again, in seconds. */
export const retrySeconds: number = 5;

/** The launch that could not be answered. */
interface FailedLaunch extends Pick<LaunchPage, "language" | "mode" | "origin" | "returnTo"> {
  /** `undefined` when the request names no attempt. */
  id: string | undefined;
}

/**
 * Answers a buyer who may have paid, while the router cannot tell: they come back from the bank, or launch again. The
 * page asks again by itself, and links to the shop. The buyer must neither read an error of the app nor begin again. A
 * launch is not sent again: its page continues to the relay or, without an id, to the shop.
 */
export function sendUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  settings: PageSettings,
  launch?: FailedLaunch,
): void {
  const language = launch?.language ?? settings.languages.ofVisit(request);
  const words = settings.languages.of(language);
  const { title, message } = words.unavailable;
  const mode = shownMode(request, launch?.mode ?? "redirect");
  const { origin = settings.origin, returnTo, id } = launch ?? {};
  const relay = id === undefined ? undefined : `${settings.mount}/relay/${id}`;
  const next = relay ?? returnTo ?? homeAddress(origin, settings);
  closeAfterAnswer(response);
  // The answer to a launch beyond a limit already says when to send it again.
  const isLimited = response.hasHeader("Retry-After");
  if (!isLimited) response.setHeader("Retry-After", retrySeconds);
  sendPage(response, settings, {
    status: isLimited ? 429 : 503,
    language,
    title,
    mark: "turning",
    body: html`<p>${message}</p><div class="quiet">${backLink(settings, { mode, origin, returnTo }, words)}</div>`,
    address: launch === undefined ? "" : relay,
    refresh: launch === undefined ? retrySeconds : `${retrySeconds};url=${next}`,
    ...(launch !== undefined && mode !== "redirect" && { script: closeScript + noticeScript(origin, id) }),
    framedBy: mode === "modal" ? (launch?.origin ?? "*") : undefined,
  });
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "@ventanilla/web";
import type { Settings } from "../settings.ts";
import { shownMode } from "./browser.ts";
import { makeLastAnswer } from "./last-answer.ts";
import type { LaunchPage } from "./launch-page.ts";
import { homeAddress } from "./origins.ts";
import { sendPage } from "./page.ts";
import { backLink, closeScript, noticeScript } from "./refuse.ts";

/** Until the page asks again, in seconds. */
const pause = 5;

/** The launch that could not be answered. */
interface FailedLaunch extends Pick<LaunchPage, "language" | "mode" | "origin" | "returnTo"> {
  /** `undefined` when the request names no attempt. */
  id: string | undefined;
}

/**
 * Answers a buyer who may have paid, who comes back from the bank or launches again, while the router cannot say: with
 * a page that looks again by itself, and has a way back to the shop. They must neither read an error of the app nor
 * begin again. A launch is not sent again: its page goes on to the relay, or without an id to the shop.
 */
export function sendUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  launch?: FailedLaunch,
): void {
  const language = launch?.language ?? settings.languages.choose(undefined, request.headers["accept-language"]);
  const words = settings.languages.of(language);
  const { title, message } = words.unavailable;
  const mode = shownMode(request, launch?.mode ?? "redirect");
  const { origin = settings.origin, returnTo, id } = launch ?? {};
  const next = id === undefined ? (returnTo ?? homeAddress(origin, settings)) : `${settings.mount}/relay/${id}`;
  makeLastAnswer(response);
  // A launch beyond a limit says itself when it may be sent again.
  const isLimited = response.hasHeader("Retry-After");
  if (!isLimited) response.setHeader("Retry-After", pause);
  sendPage(response, settings, {
    status: isLimited ? 429 : 503,
    language,
    title,
    mark: "turning",
    body: html`<p>${message}</p><div class="quiet">${backLink(settings, { mode, origin, returnTo }, words)}</div>`,
    refresh: launch === undefined ? pause : `${pause};url=${next}`,
    ...(launch !== undefined && mode !== "redirect" && { script: closeScript + noticeScript(origin, id) }),
    framedBy: mode === "modal" ? (launch?.origin ?? "*") : undefined,
  });
}

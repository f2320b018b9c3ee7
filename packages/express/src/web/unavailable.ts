import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "@ventanilla/web";
import type { Settings } from "../settings.ts";
import { shownMode } from "./browser.ts";
import { makeLastAnswer } from "./last-answer.ts";
import { sendPage } from "./page.ts";
import { backLink } from "./refuse.ts";

/** Until the page asks again, in seconds. */
const pause = 5;

/**
 * Answers a buyer who comes back from the bank while the store fails: with a page that looks again by itself, and has a
 * way back to the shop. They may have paid, and must neither read an error of the app nor begin again.
 */
export function sendUnavailable(request: IncomingMessage, response: ServerResponse, settings: Settings): void {
  const language = settings.languages.choose(undefined, request.headers["accept-language"]);
  const words = settings.languages.of(language);
  const { title, message } = words.unavailable;
  const mode = shownMode(request, "redirect");
  makeLastAnswer(response);
  response.setHeader("Retry-After", pause);
  sendPage(response, settings, {
    status: 503,
    language,
    title,
    mark: "turning",
    body: html`<p>${message}</p><div class="quiet">${backLink(settings, { mode, origin: settings.origin, returnTo: undefined }, words)}</div>`,
    refresh: pause,
    framedBy: mode === "modal" ? "*" : undefined,
  });
}

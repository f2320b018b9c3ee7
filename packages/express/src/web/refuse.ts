import type { ServerResponse } from "node:http";
import { type Html, html } from "@ventanilla/web";
import type { Mode } from "../attempt/attempt.ts";
import type { Settings } from "../settings.ts";
import { homeAddress } from "./origins.ts";
import { scriptValue, sendPage } from "./page.ts";
import { type Refusal, texts } from "./texts.ts";

const httpStatuses: Record<Refusal, number> = {
  bad_request: 400,
  cross_site: 403,
  unknown_order: 404,
  already_paid: 409,
  in_review: 409,
  ended_meanwhile: 409,
  too_many: 429,
  bank_refused: 502,
  bank_unreachable: 502,
  not_found: 404,
};

/**
 * Answers a launch or a lost visit with a page that says why, and a way back. A popup or a frame also tells the shop's
 * page.
 */
export function refuse(
  response: ServerResponse,
  settings: Settings,
  refusal: {
    reason: Refusal;
    language: "es" | "en";
    mode: Mode;
    returnTo?: string | undefined;
    /** Of the page that launched. Default: the router's own. */
    origin?: string | undefined;
    attempt?: string | undefined;
  },
): void {
  const { reason, language, mode, attempt, origin = settings.origin } = refusal;
  const { returnTo = homeAddress(origin, settings) } = refusal;
  const { title, message } = texts[language].refused[reason];
  sendPage(response, {
    status: httpStatuses[reason],
    language,
    title,
    mark: reason === "already_paid" ? "good" : "bad",
    body: html`<p>${message}</p>${backLink(mode, returnTo, language)}`,
    ...(mode !== "redirect" && { script: noticeScript(origin, attempt) }),
    framedBy: framedBy(mode, origin),
  });
}

/** Who may frame a page of an attempt: the shop's page that launched it, and only if it said so. */
export function framedBy(mode: Mode, origin: string): string | undefined {
  return mode === "modal" ? origin : undefined;
}

/**
 * The link back to the shop, and what comes before it: in a popup a button that closes it. In a frame the shop's page
 * has a button that closes it, and nothing else may begin there.
 */
export function backLink(mode: Mode, target: string, language: "es" | "en", before?: Html): Html {
  const { back, close } = texts[language];
  const closer = html`<button id="close" type="button">${close}</button>`;
  const first = { popup: closer, redirect: before, modal: undefined }[mode];
  return html`${first}<a class="${first === undefined ? "" : "quiet"}" href="${target}" target="_top">${back}</a>`;
}

/**
 * Tells the shop's page to ask for the status, by message and by channel (COOP may have removed the opener), with the
 * attempt's id and nothing else.
 * @param origin of the page that launched: nobody else gets the message
 */
export function noticeScript(origin: string, attempt: string | undefined): string {
  return `const message = ${scriptValue({ type: "ventanilla:return", attempt })};
document.getElementById("close")?.addEventListener("click", () => close());
try { opener?.postMessage(message, ${scriptValue(origin)}) } catch {}
if (parent !== self) parent.postMessage(message, ${scriptValue(origin)});
const channel = new BroadcastChannel("ventanilla");
channel.postMessage(message);
`;
}

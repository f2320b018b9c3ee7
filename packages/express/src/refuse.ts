import type { ServerResponse } from "node:http";
import type { Settings } from "./options.ts";
import { type Html, html, scriptValue, sendPage } from "./page.ts";
import { type Refusal, texts } from "./texts.ts";

const statusOf: Record<Refusal, number> = {
  bad_request: 400,
  cross_site: 403,
  unknown_order: 404,
  already_paid: 409,
  in_review: 409,
  too_many: 429,
  bank_unreachable: 502,
  not_found: 404,
};

/** Answers a launch or a lost visit with a page that says why, and a way back. A popup also tells the page that opened it. */
export function refuse(
  response: ServerResponse,
  settings: Settings,
  refusal: {
    reason: Refusal;
    language: "es" | "en";
    mode: "popup" | "redirect";
    returnTo?: string | undefined;
    attempt?: string | undefined;
  },
): void {
  const { reason, language, mode, attempt, returnTo } = refusal;
  const { title, message } = texts[language].refused[reason];
  sendPage(response, {
    status: statusOf[reason],
    language,
    title,
    mark: reason === "already_paid" ? "good" : "bad",
    body: html`<p>${message}</p>${wayBack(mode, returnTo ?? settings.home, language)}`,
    ...(mode === "popup" && { script: noticeScript(settings, attempt) }),
  });
}

/** The link back to the shop, and what comes before it: in a popup a button that closes it. */
export function wayBack(mode: "popup" | "redirect", target: string, language: "es" | "en", before?: Html): Html {
  const { back, close } = texts[language];
  const first = mode === "popup" ? html`<button id="close" type="button">${close}</button>` : before;
  return html`${first}<a class="${first === undefined ? "" : "quiet"}" href="${target}">${back}</a>`;
}

/**
 * Tells the shop's page to ask for the status, by message and by channel (the opener may be severed), with the attempt's
 * id and nothing else.
 */
export function noticeScript(settings: Settings, attempt: string | undefined): string {
  return `const message = ${scriptValue({ type: "ventanilla:return", attempt })};
document.getElementById("close")?.addEventListener("click", () => close());
try { opener?.postMessage(message, ${scriptValue(settings.origin)}) } catch {}
const channel = new BroadcastChannel("ventanilla");
channel.postMessage(message);
`;
}

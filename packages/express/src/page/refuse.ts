import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "@ventanilla/web";
import type { Mode } from "../attempt/attempt.ts";
import { shownMode } from "../http/browser.ts";
import { relaunchFields } from "./launch-form.ts";
import type { LaunchPage } from "./launch-page.ts";
import { type LaunchRefusal, refusalText } from "./outcome-text.ts";
import { type Page, type PageSettings, sendPage } from "./page.ts";
import type { Refusal } from "./texts.ts";
import { backLink, closeScript, framedBy, noticeScript } from "./way-back.ts";

const httpStatuses: Record<LaunchRefusal["reason"], number> = {
  bad_request: 400,
  cross_site: 403,
  unknown_order: 404,
  wrong_email: 422,
  wrong_mobile: 422,
  wrong_contact: 422,
  already_paid: 409,
  in_review: 409,
  ended_meanwhile: 409,
  asking_bank: 409,
  too_many: 429,
  bank_refused: 502,
  bank_unreachable: 502,
  bank_blocked: 502,
  shop_failed: 500,
  not_found: 404,
};

/**
 * Answers a visit with an unknown token, or about an unknown attempt. A buyer who comes from the bank may have paid:
 * the default page says so.
 * @param launch what is known of the launch that was refused: `reason` and `id` only where nothing was charged
 */
export function refuseUnknown(
  request: IncomingMessage,
  response: ServerResponse,
  settings: PageSettings,
  launch: { reason?: Refusal; mode?: Mode; origin?: string | undefined; id?: string } = {},
): void {
  const { reason = "not_found", mode = "redirect" } = launch;
  const language = settings.languages.ofVisit(request);
  refuse(request, response, settings, { ...launch, reason, language, mode, status: 404, address: "" });
}

/**
 * Answers a launch, or a visit with an unknown token, with a page that says why and links to the shop. In a popup or a
 * frame it also notifies the shop's page.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  settings: PageSettings,
  refusal: LaunchRefusal & {
    language: string;
    mode: Mode;
    returnTo?: string | undefined;
    /** The origin of the page that launched. Default: the router's own */
    origin?: string | undefined;
    /** The id of the attempt that the shop's page asks about. */
    id?: string | undefined;
    /** The HTTP status. Default: that of the reason */
    status?: number;
    /** What the shop's page has sent: the shop may know the order by that alone, as by a token. */
    fields?: LaunchPage["fields"];
    /** The address of the page. Default: that of its attempt, if it has one */
    address?: string;
  },
): void {
  const { reason, language, id, returnTo, origin = settings.origin, status = httpStatuses[reason] } = refusal;
  const mode = shownMode(request, refusal.mode);
  const words = settings.languages.of(language);
  const { title, message } = refusalText(refusal, words);
  const { attempt, fields } = refusal;
  // A new attempt: the one that was asked for may be of another price by then.
  const again =
    reason === "bank_unreachable" && fields
      ? { ...relaunchFields(settings, { fields, origin, returnTo }), attempt: undefined }
      : undefined;
  // What is left of a pruned order has no page.
  const known =
    attempt?.facts.history && `${settings.mount}/relay/${attempt.id}${reason === "asking_bank" ? "?ask=1" : ""}`;
  // Other processes cannot know it. Not beyond a limit: the order may have been paid in another attempt.
  const isUnwritten = attempt === undefined && reason !== "too_many";
  sendPage(response, settings, {
    status,
    language,
    title,
    mark: markOf(reason),
    body: html`<p>${message}</p>${backLink(settings, { mode, origin, returnTo }, words, again)}`,
    // Not in a frame: the page that it continues to may belong to another launch, and must not be framed.
    address: refusal.address ?? known,
    ...(reason === "asking_bank" && mode !== "modal" && { refresh: `3;url=${known}` }),
    ...(mode !== "redirect" && { script: closeScript + noticeScript(origin, id, isUnwritten) }),
    framedBy: hasNoLaunch(reason) && mode === "modal" ? "*" : framedBy(mode, origin),
  });
}

/**
 * Answers 405 to a person who has come to an address of the router by themselves, such as a restored tab: with a page
 * that links back to the shop, and claims nothing about a payment.
 */
export async function refuseMethod(
  request: IncomingMessage,
  response: ServerResponse,
  settings: PageSettings,
  methods: readonly string[],
): Promise<void> {
  request.resume();
  const { origin, languages } = settings;
  const language = languages.ofVisit(request);
  const words = languages.of(language);
  const { title, message } = words.neutral;
  const mode = shownMode(request, "redirect");
  // It need not name HEAD and OPTIONS.
  response.setHeader("Allow", methods.filter((method) => method === "GET" || method === "POST").join(", "));
  sendPage(response, settings, {
    status: 405,
    language,
    title,
    mark: "plain",
    body: html`<p>${message}</p>${backLink(settings, { mode, origin, returnTo: undefined }, words)}`,
    framedBy: mode === "modal" ? "*" : undefined,
  });
}

function markOf(reason: LaunchRefusal["reason"]): Page["mark"] {
  if (reason === "already_paid") return "good";
  if (reason === "asking_bank") return "turning";
  if (reason === "in_review") return "alert";
  return /^bank_|^shop_/.test(reason) ? "bad" : "plain";
}

/**
 * Whether the page belongs to no known launch. Then no origin can be named that may frame it, and it tells nothing
 * about a payment.
 */
function hasNoLaunch(reason: LaunchRefusal["reason"]): boolean {
  return reason === "cross_site" || reason === "not_found";
}

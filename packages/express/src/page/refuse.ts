import { cardLikeDigits, type Html, html, type Mark, withWarning } from "@ventanilla/web";
import { shownMode } from "../http/browser.ts";
import { type LaunchPage, relaunchFields } from "./launch-page.ts";
import { refusalText } from "./outcome-text.ts";
import { backLink, noticeScript, sendPage, type Visit } from "./page.ts";
import { paymentDetails } from "./payment-details.ts";
import type { LaunchRefusal, RefusedLaunch } from "./refused-launches.ts";
import type { Texts } from "./texts.ts";

/** The HTTP status of each reason, and the icon above its title. */
const looks: Record<LaunchRefusal["reason"], readonly [status: number, mark: Mark]> = {
  bad_request: [400, "plain"],
  cross_site: [403, "plain"],
  unknown_order: [404, "plain"],
  wrong_email: [422, "plain"],
  wrong_mobile: [422, "plain"],
  wrong_contact: [422, "plain"],
  already_paid: [409, "good"],
  in_review: [409, "alert"],
  ended_meanwhile: [409, "plain"],
  asking_bank: [409, "turning"],
  too_many: [429, "plain"],
  bank_refused: [502, "bad"],
  bank_unreachable: [502, "bad"],
  bank_blocked: [502, "bad"],
  shop_failed: [500, "bad"],
  not_found: [404, "alert"],
};

/**
 * Answers a visit with an unknown token, or about an unknown attempt. A buyer who comes from the bank may have paid:
 * the default page says so.
 * @param launch what is known of the launch that was refused: `reason` and `id` only where nothing was charged
 */
export function refuseUnknown(visit: Visit, launch: Partial<RefusedLaunch> & { id?: string } = {}): void {
  const { reason = "not_found", mode = "redirect" } = launch;
  const language = visit.settings.languages.ofVisit(visit);
  refuse(visit, { ...launch, reason, language, mode, isVisit: true });
}

/** A launch that was refused: why, and from where. `origin`: by default the router's own. */
type Refused = LaunchRefusal &
  Pick<LaunchPage, "language" | "mode"> &
  Partial<LaunchPage> & {
    /** The id of the attempt that the shop's page asks about. */
    id?: string | undefined;
    /** The id of the order that a visit is about. A launch has it in its fields. */
    order?: string;
    /** Whether it answers a visit: with 404, and in other languages at the same address. */
    isVisit?: true;
  };

/**
 * Answers a launch, or a visit with an unknown token, with a page that says why and links to the shop. In a popup or a
 * frame it also notifies the shop's page.
 */
export function refuse({ request, response, settings }: Visit, refusal: Refused): void {
  const { reason, attempt, language, id, returnTo, origin = settings.origin, fields = {} } = refusal;
  const [status, mark] = looks[reason];
  const mode = shownMode(request, refusal.mode);
  const words = settings.languages.of(language);
  const { title, message } = refusalText(refusal, words);
  const relaunch = relaunchFields(settings, { fields, origin, returnTo });
  // A new attempt: the one that was asked for may be of another price by then.
  const again = { ...relaunch, attempt: undefined };
  const back = backLink(settings, { mode, origin, returnTo }, words, reason === "bank_unreachable" && again);
  const isUnknown = reason === "unknown_order";
  // What is left of a pruned order has no page.
  const known =
    attempt?.facts.history && `${settings.mount}/relay/${attempt.id}${reason === "asking_bank" ? "?ask=1" : ""}`;
  // Its launch went as far as the bank.
  const isOwn = attempt !== undefined && status >= 500;
  // Other processes cannot know it. Not beyond a limit: the order may have been paid in another attempt.
  const isUnwritten = attempt === undefined && reason !== "too_many";
  // Without a known launch no origin can be named that may frame the page, and it tells nothing about a payment.
  const framer = reason === "cross_site" || reason === "not_found" ? "*" : origin;
  sendPage(response, settings, {
    status: refusal.isVisit ? 404 : status,
    language,
    title,
    mark,
    body: html`<p>${withWarning(message)}</p>${isOwn && paymentDetails(attempt, words, language)}${isUnknown && askedOrder(refusal.order ?? fields.order ?? "", words)}${back}`,
    // Not in a frame: the page that it continues to may belong to another launch, and must not be framed.
    address: refusal.isVisit ? "" : known,
    ...(isUnknown && !refusal.isVisit && { relaunch }),
    ...(reason === "asking_bank" && mode !== "modal" && { refresh: `3;url=${known}` }),
    ...(mode !== "redirect" && { script: noticeScript(origin, id, isUnwritten) }),
    framedBy: mode === "modal" ? framer : undefined,
  });
}

/** The order that was asked for, which the buyer can name to the shop: no sentence, no token, and no card. */
function askedOrder(asked: string, { order }: Texts): Html | false {
  const isSafe = /^(?!eyJ)[\w./:#-]{1,64}$/.test(asked) && asked.search(cardLikeDigits) === -1;
  return isSafe && html`<dl><div><dt>${order}</dt><dd><bdi>${asked}</bdi></dd></div></dl>`;
}

/**
 * Answers 405 to a person who has come to an address of the router by themselves, such as a restored tab: with a page
 * that links back to the shop, and claims nothing about a payment.
 * @param allowed the method; HEAD and OPTIONS need not be named
 */
export function refuseMethod(visit: Visit, allowed: string): void {
  const { request, response, settings } = visit;
  request.resume();
  const language = settings.languages.ofVisit(visit);
  const words = settings.languages.of(language);
  const { title, message } = words.neutral;
  const mode = shownMode(request, "redirect");
  response.setHeader("Allow", allowed);
  sendPage(response, settings, {
    status: 405,
    language,
    title,
    mark: "plain",
    body: html`<p>${message}</p>${backLink(settings, { mode }, words)}`,
    framedBy: mode === "modal" ? "*" : undefined,
  });
}

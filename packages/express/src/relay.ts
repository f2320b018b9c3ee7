import { html, type Mark, withWarning } from "@ventanilla/web";
import type { Attempt, Mode } from "./attempt/attempt.ts";
import { holdsOrder } from "./attempt/may-be-launched.ts";
import { isSafeToRetry, outcomeOf } from "./attempt/outcome.ts";
import { isAttemptId } from "./attempt/rules.ts";
import { isLaunchingBrowser, shownMode } from "./http/browser.ts";
import { outcomeText } from "./page/outcome-text.ts";
import { backLink, noticeScript, type PageSettings, scriptValue, sendPage, type Visit } from "./page/page.ts";
import { paymentDetails } from "./page/payment-details.ts";
import { refuseUnknown } from "./page/refuse.ts";
import { isOrderInDoubt, type RefusedLaunches } from "./page/refused-launches.ts";
import type { Settler } from "./settle.ts";
import type { ShopStore } from "./stores/store.ts";

/**
 * `GET {mount}/relay/{attempt}`: the page after the bank's. A popup notifies its opener and closes; a frame notifies
 * the page around it, which closes it; a redirect continues to the page it came from. Where none of these works, the
 * page shows the outcome and a link to the shop; the details only in the browser that launched the attempt. For a
 * launch that was refused before an attempt was written, the page says why. With `?ask=1`, of a launch that waits until
 * the bank says that this attempt was not charged, the bank is asked first.
 */
export function makeRelay(settings: PageSettings & { store: ShopStore }, settler: Settler, refused: RefusedLaunches) {
  const { store, languages } = settings;

  return async function relay(visit: Visit, id: string): Promise<void> {
    const { request, response, query } = visit;
    const found = isAttemptId(id) ? await store.findAttempt(id) : undefined;
    const asks = found !== undefined && query.get("ask") === "1";
    const askedAt = asks ? await store.now() : 0;
    const attempt = asks ? await settler.settle(found) : found;
    if (!attempt) {
      const launch = refused.get(id);
      if (launch === undefined) return refuseUnknown(visit);
      // Checked again: the store may not have answered when the launch was refused.
      const isInDoubt = await isOrderInDoubt(launch, store);
      return refuseUnknown(visit, isInDoubt ? { ...launch, reason: "not_found" } : { ...launch, id });
    }
    const { returnTo, origin = settings.origin, namedOtherwise } = attempt.facts;
    const language = languages.ofVisit(visit, attempt.facts.language);
    const mode = shownMode(request, attempt.facts.mode);
    const isLauncher = await isLaunchingBrowser(request, attempt.id, settings);
    const words = languages.of(language);
    // The bank has just said that nothing was charged: the launch that waits for that can be sent again.
    const isFree = asks && attempt.state === "opened" && !holdsOrder(attempt, askedAt);
    const isPending = outcomeOf(attempt) === "pending" && !isFree;
    const fields = { order: attempt.order, lang: language, returnTo, origin: attempt.facts.origin };
    const again = isLauncher && !namedOtherwise && (isFree || isSafeToRetry(attempt)) ? fields : undefined;
    const back = backLink(settings, { mode, origin, returnTo }, words, again);
    const text = isFree ? words.outcome.cancelled : outcomeText(attempt, words, language);
    const { title, message } = isLauncher ? text : words.neutral;
    sendPage(response, settings, {
      status: 200,
      language,
      title,
      mark: isLauncher ? (isFree ? "off" : markOf(attempt)) : "plain",
      body: isLauncher
        ? html`<p>${withWarning(message)}${isPending && html` ${withWarning(words.wait)}`}</p>${paymentDetails(attempt, words, language)}${back}`
        : html`<p>${withWarning(message)}</p>${back}`,
      ...((isLauncher || asks) && isPending && { refresh: 3 }),
      address: asks ? "?ask=1" : "",
      // Who has chosen the page's language reads it.
      script: noticeScript(origin, attempt.id) + (query.has("lang") ? "" : leaveScript(mode, returnTo)),
      framedBy: mode === "modal" ? origin : undefined,
    });
  };
}

/** The icon for the outcome. An order that was paid twice gets the warning. */
function markOf(attempt: Attempt): Mark {
  const outcome = outcomeOf(attempt);
  if (outcome === "approved") return attempt.facts.duplicate ? "alert" : "good";
  if (outcome === "pending") return "turning";
  if (outcome === "unknown") return "alert";
  return outcome === "declined" || outcome === "failed" ? "bad" : "off";
}

/**
 * A script that closes a popup, and sends a full page back to where it came from. The window's name tells which one it
 * is, because two tabs may have launched one attempt in both modes. Where it has none, the stored mode decides: a whole
 * page may also have an opener, when the shop has opened it in a tab.
 */
function leaveScript(mode: Mode, returnTo: string | undefined): string {
  const isOpened = { popup: "true", modal: "opener", redirect: "false" }[mode];
  return `const beside = name.startsWith("ventanilla:") || ${isOpened};
if (parent === self) {
  if (beside) setTimeout(() => close());
  ${returnTo === undefined ? "" : `else location.replace(${scriptValue(returnTo)})`}
}`;
}

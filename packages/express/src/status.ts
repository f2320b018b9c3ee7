import type { IncomingMessage } from "node:http";
import { decodeComponent, privateHeaders, webAddress } from "@ventanilla/web";
import type { Attempt } from "./attempt/attempt.ts";
import { decisiveAttempt } from "./attempt/order-view.ts";
import { isAttemptId } from "./attempt/rules.ts";
import { sendJson } from "./http/answer.ts";
import { isLaunchingBrowser } from "./http/browser.ts";
import { answerPreflight, launchingOrigin } from "./http/origins.ts";
import { askOrder, type OrderSource } from "./order/ask-order.ts";
import { isOrderId, isOrderName, keptId, shownName } from "./order/order-id.ts";
import { refusedAnswer, statusAnswer } from "./page/outcome-text.ts";
import type { PageSettings, Visit } from "./page/page.ts";
import { isOrderInDoubt, type RefusedLaunches } from "./page/refused-launches.ts";
import type { Texts } from "./page/texts.ts";
import { type Report, reasonOf } from "./report/report.ts";
import type { LaunchWatch } from "./session/launch-watch.ts";
import type { Settler } from "./settle.ts";
import type { ShopStore } from "./stores/store.ts";

/** What a status is answered with. */
interface StatusSettings extends PageSettings, OrderSource {
  store: ShopStore;
  report: Report;
  pageOrigins: readonly string[];
}

/**
 * Makes what the element polls. Both read the store; with `?ask=1` the bank is asked first, at most once a second. Card,
 * authorization and reference are for the browser that launched the attempt; pages on one of `origins` may read the rest.
 */
export function makeStatus(
  settings: StatusSettings,
  settler: Settler,
  refused: RefusedLaunches,
  watch: Pick<LaunchWatch, "stoppedByPage">,
) {
  const { store } = settings;

  async function sendStatus(visit: Visit, found: Attempt): Promise<void> {
    const { request, response, query } = visit;
    const attempt = query.get("ask") === "1" ? await settler.settle(found) : found;
    const { language, words } = wordsFor(visit);
    const isOwn = attempt.facts.verdict !== undefined && (await isLaunchingBrowser(request, attempt.id, settings));
    sendJson(response, 200, statusAnswer(attempt, words, language, isOwn));
  }

  return {
    /**
     * `GET {mount}/attempts/{id}`. A launch that was refused before an attempt was written is answered as failed. In
     * `blocked` the element says what the policy of the shop's page has stopped.
     */
    async status(visit: Visit, id: string): Promise<void> {
      if (answerPreflight(visit.request, visit.response, settings)) return;
      if (isAttemptId(id)) {
        const stopped = readStopped(visit.query.get("blocked"), settings);
        if (stopped && launchingOrigin(visit.request, undefined, settings)) watch.stoppedByPage(id, stopped);
        const found = await store.findAttempt(id);
        if (found) return sendStatus(visit, found);
      }
      const launch = refused.get(id);
      if (!launch) return sendError(visit, 404, "not_found", (words) => words.refused.not_found.title);
      const { words } = wordsFor(visit);
      sendJson(visit.response, 200, refusedAnswer(id, launch, words, await isOrderInDoubt(launch, store)));
    },
    /**
     * `GET {mount}/orders/{order}`: the status of the attempt that decides about an order, whoever launched it; 204
     * without one. The shop decides who may ask: 404 when `order(id, request)` returns nothing.
     */
    async orderStatus(visit: Visit, encoded: string): Promise<void> {
      if (answerPreflight(visit.request, visit.response, settings)) return;
      const id = decodeComponent(encoded);
      const visible = id !== undefined && isOrderName(id) && (await visibleOrder(settings, id, visit.request));
      if (visible === undefined) return sendError(visit, 500, "order_failed", (words) => words.orderFailed);
      // The code is the one of an unknown attempt: there is no payment to follow.
      if (!visible) return sendError(visit, 404, "not_found", (words) => words.refused.unknown_order.title);
      const attempt = decisiveAttempt(await store.attemptsOf(visible));
      if (attempt) return sendStatus(visit, attempt);
      visit.response.writeHead(204, privateHeaders);
      visit.response.end();
    },
  };
}

/** The order that the visitor may know about; `false` when they may not, `undefined` when the shop fails to say. */
async function visibleOrder(settings: StatusSettings, id: string, request: IncomingMessage) {
  try {
    const order = await askOrder(settings, id, request);
    const kept = order && keptId(id, order);
    return kept !== undefined && isOrderId(kept) && kept;
  } catch (error) {
    const fields = { order: shownName(id), error: reasonOf(error) };
    settings.report.warn("order() failed when a page asked about an order", fields);
    return undefined;
  }
}

/**
 * Reads what a page says that its policy has stopped: `form-action https://shop.example`. `undefined` for another text.
 * @returns the directive and the origin; no origin where it is neither the router's nor one of `pageOrigins`
 */
function readStopped(blocked: string | null, { origin: own, pageOrigins }: StatusSettings) {
  const [, directive, address] = /^(form-action|frame-src) ([^ ]+)$/.exec(blocked ?? "") ?? [];
  const { url } = webAddress(address);
  if (directive === undefined || url === undefined) return undefined;
  return { directive, origin: [own, ...pageOrigins].find((known) => known === url.origin) };
}

function sendError(visit: Visit, status: number, code: string, messageIn: (words: Texts) => string): void {
  sendJson(visit.response, status, { v: 1, error: { code, message: messageIn(wordsFor(visit).words) } });
}

/** Returns the visitor's language and its texts, and names it in the answer. */
function wordsFor(visit: Visit) {
  const { languages } = visit.settings;
  const language = languages.ofVisit(visit);
  visit.response.setHeader("Content-Language", language);
  return { language, words: languages.of(language) };
}

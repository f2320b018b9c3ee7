import { ArgumentError, type AuthorizeForm, authorizeForm, installmentsForm } from "@ventanilla/client";
import { RecentMap } from "@ventanilla/web";
import type { Attempt } from "./attempt/attempt.ts";
import type { Recorder } from "./attempt/event.ts";
import { awaitsResolution } from "./attempt/needs-person.ts";
import type { AttemptDraft } from "./attempt/order-rows.ts";
import { decisiveAttempt } from "./attempt/order-view.ts";
import { isAttemptId } from "./attempt/rules.ts";
import { unopenedUntil } from "./attempt/schedule.ts";
import { sendUnavailable } from "./failed-request.ts";
import { closeAfterAnswer } from "./http/answer.ts";
import { makeFormReader } from "./http/body.ts";
import { browserCookie, browserOf, clientIp, isFramed } from "./http/browser.ts";
import { fetchedLaunchOf } from "./http/fetched-launch.ts";
import { type LaunchSource, type Limits, makeLaunchLimiter } from "./http/limits.ts";
import { makePageOrigins } from "./http/page-origins.ts";
import { makeProxyWatch } from "./http/proxy.ts";
import { newToken, tokenHash } from "./http/token.ts";
import { badOrder, isOrderName, keptId, oddityOf, ownId, shownName, spellingOf } from "./order/order-id.ts";
import { keptOf, makeOrderToPay, type OrderSettings } from "./order/order-to-pay.ts";
import { redirectLaunch, sendFramePage, sendHandOffPage } from "./page/hand-off-page.ts";
import { type LaunchPage, launchFactsOf, launchPageOf } from "./page/launch-page.ts";
import { failureRefusals } from "./page/outcome-text.ts";
import type { PageSettings, Visit } from "./page/page.ts";
import { refuse } from "./page/refuse.ts";
import { LaunchRefusedError, mayBeCharged, mayBeRepeated, type RefusedLaunches } from "./page/refused-launches.ts";
import type { Refusal } from "./page/texts.ts";
import type { Subject } from "./report/messages.ts";
import { subjectOf } from "./report/report.ts";
import { checkOvertaken, insertLaunch } from "./session/insert-launch.ts";
import type { LaunchWatch } from "./session/launch-watch.ts";
import { type Launch, launchFailureOf, makeOpenSession, type SessionSettings } from "./session/open-session.ts";
import type { Settler } from "./settle.ts";

/** What launches need. */
interface LaunchNeeds {
  settings: PageSettings & SessionSettings & OrderSettings & { limits: Limits; pageOrigins: string[] };
  record: Recorder;
  settler: Settler;
  watch: LaunchWatch;
  refused: RefusedLaunches;
}

/** A launch. `asked`: its order as the page named it. `order`: as it is logged, then as the shop names it. `id`: the page's. */
interface Launching extends Visit {
  page: LaunchPage;
  asked: string;
  order: string;
  id: string;
  /** `order()` has thrown, or its answer cannot be paid: nothing was written yet. */
  hasOrderFailed?: true;
}

/** What a launch works with. */
type LaunchParts = ReturnType<typeof partsOf>;
type LiveAttempt = Awaited<ReturnType<typeof liveAttempt>>;

function partsOf(needs: LaunchNeeds) {
  const { settings, record, watch } = needs;
  return {
    ...needs,
    openSession: makeOpenSession(settings, record, watch),
    readForm: makeFormReader(settings.report),
    orderToPay: makeOrderToPay(settings),
    secondsToWait: makeLaunchLimiter(settings.limits),
    watchProxy: makeProxyWatch(settings),
    origins: makePageOrigins(settings),
    /**
     * How many origins the policy of an attempt's launch page named. The page may be followed by one more launch: where
     * the browser refused the bank's redirect, the buyer has not launched twice. One that is forgotten counts as a launch.
     */
    repeatable: new RecentMap<number>(),
    /** The orders' own ids, by the hashes of what pages have sent, where they differ. */
    keptIds: new RecentMap<string>(),
  };
}

/**
 * `POST {mount}/attempts`: the buyer clicked. Asks what the order costs, opens or joins an attempt, creates the
 * session, and answers with a page that posts SESSION to the bank: to its installments page where this launch's order
 * says so. A session works on both pages, so a launch that joins an attempt goes where its own order says, not where
 * the first launch's order said.
 */
export function makeLaunch(needs: LaunchNeeds) {
  const parts = partsOf(needs);
  return async function launch(visit: Visit): Promise<void> {
    const { response } = visit;
    const form = await parts.readForm(visit.request);
    const id = form.get("attempt") ?? crypto.randomUUID();
    form.set("attempt", id);
    const page = launchPageOf(form, visit);
    const asked = form.get("order") ?? "";
    const launched: Launching = { ...visit, page, asked, order: shownName(asked), id };
    try {
      await take(parts, launched);
    } catch (error) {
      if (response.headersSent) throw error;
      if (error instanceof LaunchRefusedError) await answerRefused(parts, error, launched);
      else await answerFailed(parts, error, launched);
    }
  };
}

async function answerRefused(parts: LaunchParts, error: LaunchRefusedError, visit: Launching): Promise<void> {
  const { refusal, hint } = error;
  const { request, page, id } = visit;
  if (refusal.attempt === undefined) {
    const subject = keep(parts, visit, refusal.reason);
    parts.watch.refused(refusal.reason, { ...subject, origin: request.headers.origin }, hint);
    if (mayBeRepeated(refusal.reason) && (await mayBeCharged(parts.settings.store, id))) {
      return sendUnavailable(visit, { ...page, id });
    }
  }
  refuse(visit, { ...page, ...refusal, id: refusal.attempt?.id ?? id });
}

/**
 * Answers a failed launch. The page says that nothing was charged only when `order()` failed and the store proves it.
 * @throws the error, for the app, once the buyer has got a page
 */
async function answerFailed(parts: LaunchParts, error: unknown, visit: Launching): Promise<never> {
  const { response, page, order, id } = visit;
  parts.watch.failed(keep(parts, visit, "shop_failed"), "shop", error);
  closeAfterAnswer(response);
  const isFaultOfOrder = visit.hasOrderFailed || error instanceof ArgumentError;
  if (!isFaultOfOrder || (await mayBeCharged(parts.settings.store, id, order))) {
    sendUnavailable(visit, { ...page, id });
  } else {
    refuse(visit, { ...page, reason: "shop_failed", id });
  }
  throw error;
}

/** Remembers a launch without an attempt in the store: its page will ask about it. */
function keep(parts: LaunchParts, { order, id, page: { mode, origin } }: Launching, reason: Refusal): Subject {
  if (isAttemptId(id)) parts.refused.set(id, { order, reason, mode, origin });
  return { order, attempt: id };
}

/** Answers with the page that goes on, or where a program has sent the launch, with one that the buyer sends. */
async function take(parts: LaunchParts, visit: Launching): Promise<void> {
  const { request, page, order, id } = visit;
  if (page.origin === undefined) throw new LaunchRefusedError({ reason: "cross_site" });
  if (page.mode !== "modal" && isFramed(request)) return sendFramePage(visit, page);
  const fetched = fetchedLaunchOf(request);
  if (fetched === undefined) return answer(parts, visit);
  parts.watch.fetched(fetched, { order, attempt: id, origin: request.headers.origin });
  if (fetched.reads !== "page") return redirectLaunch(visit, page, fetched.reads);
  sendFramePage(visit, page, fetched.status);
}

/** @throws LaunchRefusedError when a page says why; other errors as they are */
async function answer(parts: LaunchParts, visit: Launching): Promise<void> {
  const { request, response, page, asked, id } = visit;
  if (!isAttemptId(id)) throw new LaunchRefusedError({ reason: "bad_request" });
  if (!isOrderName(asked)) throw new LaunchRefusedError({ reason: "bad_request" }, asked === "" ? undefined : badOrder);
  const browser = browserOf(request, parts.settings) ?? newToken();
  const buyer = { browser: tokenHash(browser), address: clientIp(request) };
  // Each page may be followed by one launch more: `delete` is `true` once.
  const isLimited = !(page.blocked > 0 && parts.repeatable.get(id) === page.blocked && parts.repeatable.delete(id));
  const { order, merchant } = await askShop(parts, visit, isLimited ? buyer : undefined);
  const oddity = ownId(order) === undefined ? oddityOf(asked) : undefined;
  if (oddity !== undefined) throw new LaunchRefusedError({ reason: "bad_request" }, oddity);
  visit.order = keptId(asked, order);
  if (visit.order !== asked) await joinSpelling(parts, asked, visit.order);
  parts.watchProxy(request, buyer.address, buyer.browser);
  if (isLimited) checkLimits(parts, { ...buyer, order: visit.order }, visit);
  const [facts, kept] = [launchFactsOf(page, parts.settings), keptOf(parts.settings, order)];
  const launch: Launch = { order, merchant, facts, kept, address: buyer.address };
  const live = await liveAttempt(parts, visit, buyer.browser, launch);
  // A browser that is refused may have a cookie that a request of another site does not bring: it stays.
  response.appendHeader("Set-Cookie", browserCookie(browser, parts.settings));
  const SESSION = await open(parts, live, launch);
  const formFor = order.installments ? installmentsForm : authorizeForm;
  const form = formFor(parts.settings.gateways.present, { SESSION });
  if (page.blocked > 0) await unblock(parts, live.attempt, page.blocked, form);
  parts.repeatable.set(id, parts.origins.named.length);
  sendHandOffPage(visit, page, { form, amount: live.attempt.amount, origins: parts.origins.named });
}

/**
 * Asks the shop what the order costs, and who is paid.
 * @param limited the buyer, whose launches are limited: the shop may hold goods for each that it is asked about
 */
async function askShop(parts: LaunchParts, visit: Launching, limited: LaunchSource | undefined) {
  try {
    if (limited !== undefined) checkLimits(parts, limited, visit);
    return await parts.orderToPay(visit.asked, visit.request);
  } catch (error) {
    // What fails before the shop has answered is about the order that it meant the last time.
    visit.order = parts.keptIds.get(tokenHash(visit.asked)) ?? visit.order;
    visit.hasOrderFailed = true;
    throw error;
  }
}

/**
 * Remembers the order that the shop means by this id. Before the shop named orders by their own ids, one may have been
 * begun under this one.
 */
async function joinSpelling(parts: LaunchParts, asked: string, order: string): Promise<void> {
  parts.keptIds.set(tokenHash(asked), order);
  const attempt = decisiveAttempt(await parts.settings.store.attemptsOf(asked));
  if (attempt === undefined) return;
  throw new LaunchRefusedError({ reason: attempt.state === "approved" ? "already_paid" : "in_review", attempt });
}

function checkLimits(parts: LaunchParts, buyer: LaunchSource, { response }: Launching): void {
  const wait = parts.secondsToWait(buyer);
  if (wait === undefined) return;
  response.setHeader("Retry-After", wait);
  throw new LaunchRefusedError({ reason: "too_many" });
}

/** After a browser has refused the bank's redirect: the next page names more origins, or the launch ends. */
async function unblock(parts: LaunchParts, attempt: Attempt, blocked: number, form: AuthorizeForm) {
  const finding = await parts.origins.examine(blocked, form);
  if (finding === "named") return;
  const subject = subjectOf(attempt);
  if (finding === "unconfirmed") {
    parts.watch.refused("bank_blocked", { ...subject, origin: undefined });
  } else {
    const error = new Error(`form-action ${parts.origins.named.join(" ")} forbids a redirect of ${form.action}`);
    parts.watch.failed(subject, "blocked", error);
  }
  throw new LaunchRefusedError({ reason: "bank_blocked", attempt });
}

/** Returns the order's live attempt: a new one, or an earlier one, which this launch joins. */
async function liveAttempt(parts: LaunchParts, visit: Launching, browserHash: string, launch: Launch) {
  const { id, asked, order } = visit;
  const { store, gateways } = parts.settings;
  const { order: details, merchant, facts, kept } = launch;
  const { amount, tax, capture, orderReference } = details;
  const now = await store.now();
  const draft: AttemptDraft = {
    id,
    order,
    ...(ownId(details) === undefined && { spelling: spellingOf(order) }),
    bank: gateways.bank,
    amount,
    tax,
    browserHash,
    facts: {
      ...facts,
      merchant,
      ...kept,
      ...(capture && { capture }),
      ...(orderReference !== undefined && { orderReference }),
      ...(asked !== order && { namedOtherwise: true }),
    },
    dueAt: unopenedUntil(now),
  };
  const ask = (attempt: Attempt) => parts.settler.settle(attempt, { now: true });
  return insertLaunch(store, draft, now, ask);
}

/**
 * Returns the SESSION with which this buyer can pay. A failure is recorded, and refuses the launch unless it is the
 * shop's own.
 */
async function open(parts: LaunchParts, { isNew, attempt }: LiveAttempt, launch: Launch): Promise<string> {
  const begun = isNew ? Promise.resolve(attempt) : parts.record(attempt, { type: "launchBegun" });
  const opened = await begun
    .then((ready) => parts.openSession(ready, launch))
    .catch(async (error: unknown) => {
      const reason = launchFailureOf(error);
      // When the store fails as well, the first failure is reported.
      const failed = await parts.record(attempt, { type: "launchFailed", reason }).catch(() => attempt);
      if (reason === "shop") throw error;
      parts.watch.failed(subjectOf(attempt), reason, error);
      throw new LaunchRefusedError({ reason: failureRefusals[reason], attempt: failed });
    });
  const { SESSION } = opened.facts;
  if (opened.state === "approved") throw new LaunchRefusedError({ reason: "already_paid", attempt: opened });
  if (opened.state !== "opened" || SESSION === undefined) {
    // Unless a person has to look at it, a new click may succeed.
    const reason = awaitsResolution(opened) ? "in_review" : "ended_meanwhile";
    throw new LaunchRefusedError({ reason, attempt: opened });
  }
  await checkOvertaken(parts.settings.store, opened);
  return SESSION;
}

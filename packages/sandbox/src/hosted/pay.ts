import type { Html } from "@ventanilla/web";
import type { Bank } from "../bank.ts";
import type { HttpRequest } from "../http/request.ts";
import { type HttpResponse, seeOther } from "../http/response.ts";
import type { Route } from "../http/route.ts";
import { cardPage } from "../page/card-page.ts";
import { challengePage } from "../page/challenge-page.ts";
import { pageResponse } from "../page/layout.ts";
import { alreadyPaidPage, cancelledPage, type OutcomePage, receiptPage } from "../page/outcome-page.ts";
import { planPage, readPlan } from "../page/plan-page.ts";
import type { TestCard } from "../test-cards.ts";
import { type CardProblems, readCardForm } from "./card-form.ts";
import { handOverOf } from "./hand-over.ts";
import { platformRefusal } from "./outcome.ts";
import type { LedgerSession } from "./session.ts";
import { isUnpaid, type Visit, visit } from "./visit.ts";

/**
 * The payment page at `/auth?s=<GUID>`, whose form is posted back to it; the choice of installments before it and the
 * 3-D Secure challenge after it; and the receipt and the page after canceling, which return to the shop.
 *
 * @param onDecided receives each session whose buyer has paid or left
 */
export function payRoutes(bank: Bank, onDecided: (session: LedgerSession) => void): Route[] {
  const page: PaymentPage = { bank, onDecided };
  const onVisit = (step: (current: Visit) => HttpResponse) => (request: HttpRequest) => visit(bank, request, step);
  return [
    { method: "GET", path: "/auth", handle: onVisit((one) => showForm(page, one)) },
    { method: "POST", path: "/auth", handle: (request) => submitForm(page, request) },
    { method: "GET", path: "/auth/plan", handle: onVisit(showPlans) },
    { method: "POST", path: "/auth/plan", handle: (request) => choosePlan(page, request) },
    { method: "GET", path: "/auth/challenge", handle: onVisit(showChallenge) },
    { method: "POST", path: "/auth/challenge", handle: (request) => answerChallenge(page, request) },
    { method: "GET", path: "/auth/receipt", handle: onVisit((one) => showReceipt(page, one)) },
    { method: "GET", path: "/auth/cancelled", handle: onVisit((one) => showCancelled(page, one)) },
  ];
}

/** What the pages work with. */
interface PaymentPage {
  readonly bank: Bank;
  readonly onDecided: (session: LedgerSession) => void;
}

async function submitForm(page: PaymentPage, request: HttpRequest): Promise<HttpResponse> {
  const { ledger, clock } = page.bank;
  const form = new URLSearchParams(await request.body());
  return visit(page.bank, request, ({ session, context, address }) => {
    if (session.charges > 0) return seeOther(address("/auth/receipt"));
    if (form.get("action") === "cancel") return leave(page, session, address);
    const entry = readCardForm(form, clock.now());
    if ("problems" in entry) return formResponse(page, 422, context, address("/auth"), entry.problems);
    if (isChallenged(page, session, entry.card)) {
      ledger.challenge(session, entry.card);
      return seeOther(address("/auth/challenge"));
    }
    ledger.pay(session, entry.card);
    return conclude(page, request, session, address);
  });
}

async function choosePlan(page: PaymentPage, request: HttpRequest): Promise<HttpResponse> {
  const form = new URLSearchParams(await request.body());
  return visit(page.bank, request, ({ session, address }) => {
    if (session.charges > 0) return seeOther(address("/auth/receipt"));
    if (form.get("action") === "cancel") return leave(page, session, address);
    page.bank.ledger.choosePlan(session, readPlan(form.get("plan")));
    return seeOther(address("/auth"));
  });
}

async function answerChallenge(page: PaymentPage, request: HttpRequest): Promise<HttpResponse> {
  const form = new URLSearchParams(await request.body());
  return visit(page.bank, request, (current) => {
    const { session, address } = current;
    if (session.challenge === undefined) return seeOther(address(session.outcome ? "/auth/receipt" : "/auth"));
    const action = form.get("action");
    if (action === "resend") {
      page.bank.ledger.challenge(session, session.challenge.card);
      return seeOther(address("/auth/challenge"));
    }
    const code = (form.get("otp") ?? "").slice(0, 32).replace(/\s/g, "");
    const isOpen = page.bank.ledger.answerChallenge(session, action === "cancel" ? undefined : code);
    return isOpen ? challengeResponse(422, current) : conclude(page, request, session, address);
  });
}

function showForm(page: PaymentPage, { session, context, address }: Visit): HttpResponse {
  if (session.challenge) return seeOther(address("/auth/challenge"));
  return session.charges > 0 && session.outcome
    ? handOverResponse(alreadyPaidPage(context, session.outcome, handOverOf(page.bank, session, "paid")))
    : formResponse(page, 200, context, address("/auth"), {});
}

function showPlans({ session, context, address }: Visit): HttpResponse {
  if (session.charges > 0) return seeOther(address("/auth"));
  return pageResponse(200, planPage({ ...context, address: address("/auth/plan") }));
}

function showChallenge(current: Visit): HttpResponse {
  const { session, address } = current;
  if (session.challenge === undefined) return seeOther(address(session.outcome ? "/auth/receipt" : "/auth"));
  return challengeResponse(200, current);
}

function showReceipt(page: PaymentPage, { session, context, address }: Visit): HttpResponse {
  const { outcome } = session;
  if (outcome === undefined) return seeOther(address("/auth"));
  return handOverResponse(receiptPage(context, outcome, handOverOf(page.bank, session, "paid"), address("/auth")));
}

function showCancelled(page: PaymentPage, { session, context, address }: Visit): HttpResponse {
  if (session.charges > 0) return seeOther(address("/auth"));
  const back = handOverOf(page.bank, session, "cancelled");
  return handOverResponse(cancelledPage(context, isUnpaid(session), back, address("/auth")));
}

/** Reports the outcome of a session, and goes to its receipt. */
function conclude(
  page: PaymentPage,
  request: HttpRequest,
  session: LedgerSession,
  address: Visit["address"],
): HttpResponse {
  if (session.outcome?.reason) request.reason = session.outcome.reason;
  page.onDecided(session);
  return seeOther(address("/auth/receipt"));
}

function leave(page: PaymentPage, session: LedgerSession, address: Visit["address"]): HttpResponse {
  page.bank.ledger.cancel(session);
  page.onDecided(session);
  return seeOther(address("/auth/cancelled"));
}

function isChallenged(page: PaymentPage, { purchase }: LedgerSession, { threeDs, ResponseCode }: TestCard): boolean {
  if (platformRefusal(purchase) !== undefined || ResponseCode === "TF") return false;
  return threeDs === "challenge" || page.bank.switches.get("three-ds") === "challenge";
}

function formResponse(
  page: PaymentPage,
  status: number,
  context: OutcomePage,
  address: string,
  problems: CardProblems,
): HttpResponse {
  return pageResponse(status, cardPage({ ...context, address, problems, now: page.bank.clock.now() }));
}

/** The challenge page; with status 422 it says that the code was wrong. */
function challengeResponse(status: 200 | 422, { session, context, address }: Visit): HttpResponse {
  const { card, code = "", triesLeft = 0, resent = false } = session.challenge ?? {};
  const content = { ...context, address: address("/auth/challenge"), code, triesLeft, isWrong: status === 422, resent };
  return pageResponse(status, challengePage({ ...content, number: card?.number ?? "" }));
}

function handOverResponse(content: Html): HttpResponse {
  return pageResponse(200, content, "anywhere");
}

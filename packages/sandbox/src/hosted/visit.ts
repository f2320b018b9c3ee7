import { type Html, timeFormat } from "@ventanilla/web";
import type { Bank } from "../bank.ts";
import { orderLabel } from "../console-lines.ts";
import type { HttpRequest } from "../http/request.ts";
import type { HttpResponse } from "../http/response.ts";
import { chosenLanguage } from "../page/language.ts";
import { pageResponse } from "../page/layout.ts";
import { noticePage } from "../page/notice-page.ts";
import { alreadyPaidPage, expiredPage, type OutcomePage } from "../page/outcome-page.ts";
import type { Reason } from "../reason.ts";
import { codeMeaning } from "../reason.ts";
import { backLink } from "./back-link.ts";
import { handOverOf } from "./hand-over.ts";
import type { Language } from "./purchase.ts";
import type { LedgerSession } from "./session.ts";
import { sessionOver } from "./session-problem.ts";

const noSuchPage = {
  es: "este banco no tiene esa página de pago: se esperaba la dirección a la que lleva POST /authorize",
  en: "this bank has no such payment page: expected the address that POST /authorize leads to",
};

/** A session whose buyer has the page open. */
export type Visit = {
  session: LedgerSession;
  context: OutcomePage;
  /** The address of another of its pages, in the language that the buyer chose. */
  address(path: string): string;
};

/** Runs a step for the session of `?s=`, unless it does not exist or has expired. */
export function visit(bank: Bank, request: HttpRequest, step: (visit: Visit) => HttpResponse): HttpResponse {
  const page = request.query.get("s") ?? "";
  const session = bank.ledger.findByPage(page);
  if (session === undefined) return notFound(request, noSuchPage, backLink(bank.ledger, request));
  request.subject = orderLabel(session.purchase.order, session.id);
  const chosen = chosenLanguage(request);
  const language = chosen ?? session.purchase.language;
  const address = (path: string, lang: Language | undefined = chosen): string =>
    `${path}?s=${page}${lang ? `&lang=${lang}` : ""}`;
  const other: Language = language === "es" ? "en" : "es";
  const { purchase, plan, submittedAt } = session;
  const { timeZone } = bank.batchClose;
  // A formatter takes longer to make than most pages.
  const date =
    submittedAt === undefined
      ? undefined
      : timeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone })(submittedAt);
  const context = { purchase, plan, date, language, otherLanguage: address(request.path, other) };
  const isOver = bank.ledger.isExpired(session);
  if (isOver) request.reason = sessionOver(session, bank.ledger, bank.clock.now());
  const answer = isOver
    ? pageResponse(410, tooLatePage(bank, session, context), "anywhere")
    : step({ session, context, address });
  return withFramingHeaders(bank, session, answer);
}

/** Whether it is certain that no card of the session was charged: none was sent, or the last one finally refused. */
export function isUnpaid({ outcome }: LedgerSession): boolean {
  return outcome === undefined || codeMeaning(outcome.ResponseCode).finality === "declined";
}

/** The page for a buyer who comes too late. One who has paid is not asked to start again. */
function tooLatePage(bank: Bank, session: LedgerSession, context: OutcomePage): Html {
  return session.charges > 0 && session.outcome
    ? alreadyPaidPage(context, session.outcome, handOverOf(bank, session, "paid"))
    : expiredPage(context, isUnpaid(session), handOverOf(bank, session, "cancelled"));
}

/**
 * The page for a browser that asks for an unknown payment.
 *
 * @param reason shown to the store's developer
 * @param back the store's address, where one is known
 */
export function notFound(request: HttpRequest, reason: Reason, back?: string): HttpResponse {
  request.reason = reason;
  return pageResponse(404, noticePage("notFound", request, back, reason));
}

/** The page's answer with the headers about frames and openers that faults and the switch `framing` ask for. */
function withFramingHeaders({ switches }: Bank, { faults }: LedgerSession, answer: HttpResponse): HttpResponse {
  const framing = faults.includes("refuse-framing") ? "denied" : switches.get("framing");
  const { "x-frame-options": sameOrigin, "content-security-policy": policy, ...others } = answer.headers;
  const headers: Record<string, string> = { ...others };
  if (policy) headers["content-security-policy"] = framing === "denied" ? `${policy}; frame-ancestors 'none'` : policy;
  if (sameOrigin && framing !== "allowed") headers["x-frame-options"] = framing === "denied" ? "DENY" : sameOrigin;
  if (faults.includes("coop")) headers["cross-origin-opener-policy"] = "same-origin";
  return { ...answer, headers };
}

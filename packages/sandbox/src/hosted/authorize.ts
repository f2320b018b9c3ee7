import type { Bank } from "../bank.ts";
import { orderLabel } from "../console-lines.ts";
import { formErrorResponse } from "../http/error-response.ts";
import type { HttpRequest } from "../http/request.ts";
import { type HttpResponse, plainText, seeOther } from "../http/response.ts";
import type { Route } from "../http/route.ts";
import { warningAbout } from "../warning.ts";
import { authorizeProblem, keyWarning } from "./authorize-problem.ts";
import { backLink, storeAddress } from "./back-link.ts";
import { directFormWarning } from "./direct-form.ts";
import { bodiesOf } from "./hand-over.ts";
import { receivePurchase } from "./receive-purchase.ts";
import type { LedgerSession } from "./session.ts";
import { sessionOver } from "./session-problem.ts";
import { notFound } from "./visit.ts";

/** The installments page (contract §4.2): live paths contain the brand's name, and all have this end. */
const installmentsPath = /PagosCuotas$/i;

// A form without SESSION that has any of these is a direct form.
const directFields = ["MerchantNumber", "TransactionId", "Amount", "TransactionType"];

/**
 * The entries of the payment page (contract §4.2): `POST /authorize` and the installments address, with a SESSION or
 * with the payment request's fields (direct form). They redirect with 303 to the page of the session. A confirmation
 * (2240) has no page: it is settled here, and answered with the text that other sessions return with.
 *
 * @param onDecided receives each confirmation that has its result
 */
export function authorizeRoutes(bank: Bank, onDecided: (session: LedgerSession) => void): Route[] {
  const entry: PageEntry = { bank, onDecided };
  return [
    { method: "POST", path: "/authorize", handle: (request) => enter(entry, request, "/auth") },
    { method: "POST", path: installmentsPath, handle: (request) => enter(entry, request, "/auth/plan") },
  ];
}

/** What the entries work with. */
interface PageEntry {
  readonly bank: Bank;
  readonly onDecided: (session: LedgerSession) => void;
}

async function enter(entry: PageEntry, request: HttpRequest, page: "/auth" | "/auth/plan"): Promise<HttpResponse> {
  const { ledger } = entry.bank;
  const body = await request.body();
  const form = new URLSearchParams(body);
  const session = form.has("SESSION") ? ledger.find(form.get("SESSION") ?? "") : direct(entry, request, form);
  if (session === undefined) {
    return notFound(request, authorizeProblem(request, body, ledger), backLink(ledger, request, form));
  }
  if ("status" in session) return session;
  const leak = keyWarning(request, body, ledger);
  if (leak !== undefined) request.warnings.push(warningAbout([], leak));
  request.subject = orderLabel(session.purchase.order, session.id);
  if (session.purchase.type === "2240") return confirm(entry, request, session);
  // The card page offers no plan: a buyer who enters it after the installments page pays at once.
  if (page === "/auth" && session.charges === 0) ledger.choosePlan(session, undefined);
  const location = `${page}?s=${ledger.visit(session)}`;
  if (!session.faults.includes("redirect-second-host")) return seeOther(location);
  return seeOther(`${request.secure ? "https" : "http"}://${otherHost(request.headers.host ?? "")}${location}`);
}

/** A session from the fields of a direct form; undefined for any other form. */
function direct(
  entry: PageEntry,
  request: HttpRequest,
  form: URLSearchParams,
): LedgerSession | HttpResponse | undefined {
  if (!directFields.some((name) => form.has(name))) return undefined;
  const fields = Object.fromEntries(form);
  const { purchase, refusal } = receivePurchase(entry.bank, request, {
    fields,
    names: [...form.keys()],
    ownWarnings: directFormWarning(fields),
  });
  if (refusal !== undefined) return formErrorResponse(request, refusal, storeAddress(purchase));
  return entry.bank.ledger.create(purchase, [...request.warnings], true);
}

function confirm(entry: PageEntry, request: HttpRequest, session: LedgerSession): HttpResponse {
  const bank = entry.bank;
  if (bank.ledger.isExpired(session)) {
    request.reason = sessionOver(session, bank.ledger, bank.clock.now());
    return plainText(404, "Session not found");
  }
  if (session.outcome === undefined) {
    bank.ledger.confirm(session);
    entry.onDecided(session);
  }
  if (session.outcome?.reason) request.reason = session.outcome.reason;
  const [text] = bodiesOf(bank, session);
  return plainText(200, new URLSearchParams(text).toString());
}

// The same server under its other loopback name. For a browser that is another origin, so that form-action checks the
// redirect.
function otherHost(host: string): string {
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  return host.startsWith("localhost") ? `127.0.0.1${port}` : `localhost${port}`;
}

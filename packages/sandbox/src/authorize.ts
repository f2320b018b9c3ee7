import { type Answer, plainText, seeOther } from "./answer.ts";
import { authorizeProblem, keyWarning } from "./authorize-problem.ts";
import type { Bank } from "./bank.ts";
import { orderLabel } from "./console-lines.ts";
import { directFormWarning } from "./direct-form.ts";
import { fieldProblems, fieldWarnings } from "./field-warnings.ts";
import { interimBody, redirectText } from "./hand-over.ts";
import { otherOrderWarning } from "./other-order.ts";
import { readPurchase } from "./purchase.ts";
import { refuseForm } from "./refuse.ts";
import type { Call, Route } from "./server.ts";
import type { Session } from "./session.ts";
import { transactionIdWarning } from "./transaction-id.ts";
import { repeatedWarnings } from "./unknown-field.ts";
import { notFound } from "./visit.ts";
import { warningAbout } from "./warning.ts";

/** Where the installments page is entered (contract §4.2): live paths contain the brand's name, and all end so. */
const installmentsPath = /PagosCuotas$/i;

// Any of these makes a form without SESSION a direct one.
const directFields = ["MerchantNumber", "TransactionId", "Amount", "TransactionType"];

/**
 * The ways into the payment page (contract §4.2): `POST /authorize` and the installments address, with a SESSION or
 * with the payment request's fields (direct form). They lead by 303 to the page of the session. A confirmation (2240)
 * has no page: it is settled here, and answered with the text that other sessions return with.
 *
 * @param decided told of each confirmation that has its result
 */
export function authorizeRoutes(bank: Bank, decided: (session: Session) => void): Route[] {
  return [
    { method: "POST", path: "/authorize", handle: (call) => enter(call, "/auth") },
    { method: "POST", path: installmentsPath, handle: (call) => enter(call, "/auth/plan") },
  ];

  async function enter(call: Call, page: string): Promise<Answer> {
    const body = await call.body();
    const form = new URLSearchParams(body);
    const session = form.has("SESSION") ? bank.ledger.find(form.get("SESSION") ?? "") : direct(call, form);
    if (session === undefined) return notFound(call, authorizeProblem(call, body, bank.ledger));
    if ("status" in session) return session;
    const leak = keyWarning(call, body, bank.ledger);
    if (leak !== undefined) call.warnings.push(warningAbout([], leak));
    call.subject = orderLabel(session.purchase.order, session.id);
    if (session.purchase.type === "2240") return confirm(call, session);
    const { ledger } = bank;
    // The card page offers no plan: who comes to it from the installments page has changed their mind.
    if (page === "/auth" && session.charges === 0) ledger.choosePlan(session, undefined);
    const location = `${page}?s=${ledger.visit(session)}`;
    if (!session.faults.includes("redirect-second-host")) return seeOther(location);
    return seeOther(`${call.secure ? "https" : "http"}://${otherHost(call.headers.host ?? "")}${location}`);
  }

  function direct(call: Call, form: URLSearchParams): Session | Answer | undefined {
    if (!directFields.some((name) => form.has(name))) return undefined;
    const fields = Object.fromEntries(form);
    const orderField = bank.switches.get("order-field");
    const purchase = readPurchase(fields, orderField, bank.switches.get("page-language"));
    call.subject = orderLabel(purchase.order);
    call.warnings.push(...repeatedWarnings([...form.keys()]));
    call.warnings.push(...fieldWarnings(fields, orderField), ...directFormWarning(fields));
    const problems = bank.switches.get("mandatory-fields") === "strict" ? fieldProblems(fields, orderField) : [];
    if (problems.length > 0) return refuseForm(call, problems.map(({ text }) => text).join("; "));
    call.warnings.push(...transactionIdWarning(bank.ledger, purchase), ...otherOrderWarning(bank.ledger, purchase));
    return bank.ledger.create(purchase, [...call.warnings], true);
  }

  function confirm(call: Call, session: Session): Answer {
    if (bank.ledger.isExpired(session)) return plainText(404, "Session not found");
    if (session.outcome === undefined) {
      bank.ledger.confirm(session);
      decided(session);
    }
    if (session.outcome?.reason) call.reason = session.outcome.reason;
    const text = session.direct ? redirectText(bank, session) : interimBody(bank, session);
    return plainText(200, new URLSearchParams(text).toString());
  }
}

// The same server under its other loopback name: for a browser another origin, and a redirect that form-action checks.
function otherHost(host: string): string {
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  return host.startsWith("localhost") ? `127.0.0.1${port}` : `localhost${port}`;
}

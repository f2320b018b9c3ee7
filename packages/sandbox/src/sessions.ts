import { type Answer, failure, json, plainText, proxyPage } from "./answer.ts";
import type { Bank } from "./bank.ts";
import { bodyKind, notExpected } from "./body-kind.ts";
import { orderLabel } from "./console-lines.ts";
import type { FaultId } from "./fault-table.ts";
import { fieldProblems, fieldWarnings } from "./field-warnings.ts";
import { otherOrderWarning } from "./other-order.ts";
import { namesIn, parseFields } from "./parse-object.ts";
import { readPurchase } from "./purchase.ts";
import type { Reason } from "./reason.ts";
import { resultBody } from "./result.ts";
import type { Call, Route } from "./server.ts";
import { noSuchSession, sessionOver, wrongKey } from "./session-problem.ts";
import { transactionIdWarning } from "./transaction-id.ts";
import { repeatedWarnings } from "./unknown-field.ts";
import { faultWarning } from "./warning.ts";

const paymentRequest = {
  es: "un objeto JSON con los campos de la venta",
  en: "a JSON object with the fields of the payment request",
};

/** What an interrupted exchange looks like; the table of faults says when each acts. */
const beforeCreation: Partial<Record<FaultId, Answer>> = {
  timeout: { ...failure(504, ""), delivery: "never" },
  "reset-before": { ...failure(504, ""), delivery: "reset" },
  "server-error-before": failure(500, "Internal server error"),
};

/** The session API (contract §4.2): `POST /sessions` and `GET /sessions/{SESSION}?sk={session-key}`. */
export function sessionRoutes(bank: Pick<Bank, "ledger" | "switches" | "faults" | "clock">): Route[] {
  const { ledger, switches, faults, clock } = bank;
  return [
    { method: "POST", path: "/sessions", handle: createSession },
    { method: "GET", path: "/sessions/:id", handle: queryResult },
  ];

  async function createSession(call: Call): Promise<Answer> {
    const body = await call.body();
    const fields = parseFields(body);
    if (fields === undefined) {
      call.reason = notExpected(bodyKind(call.headers["content-type"] ?? "", body), body, paymentRequest);
      return refusal(400, call.reason.en);
    }
    const orderField = switches.get("order-field");
    const purchase = readPurchase(fields, orderField, switches.get("page-language"));
    call.subject = orderLabel(purchase.order);
    call.warnings.push(...repeatedWarnings(namesIn(body)), ...fieldWarnings(fields, orderField));
    if (switches.get("mandatory-fields") === "strict") {
      const problems = fieldProblems(fields, orderField);
      if (problems.length > 0) {
        const message = problems.map(({ text }) => text).join("; ");
        call.reason = { en: message };
        return refusal(400, message);
      }
    }
    call.warnings.push(...transactionIdWarning(ledger, purchase), ...otherOrderWarning(ledger, purchase));
    const fault = faults.take(
      purchase.order,
      "timeout",
      "stalled-body",
      "reset-before",
      "reset-after",
      "server-error-before",
      "server-error-after",
      "html-200",
      "truncated-json",
      "wrong-charset",
      "slow",
    );
    const instead = fault && beforeCreation[fault];
    const session = instead ? undefined : ledger.create(purchase, [...call.warnings]);
    if (fault) call.warnings.push(faultWarning(fault));
    if (session === undefined) return instead ?? refusal(500, "Internal server error");
    call.subject = orderLabel(purchase.order, session.id);
    return damaged(json(200, { SESSION: session.id, "session-key": session.key }), fault);
  }

  function queryResult(call: Call): Answer {
    const { id = "" } = call.params;
    const session = ledger.find(id);
    if (session === undefined) return notFound(call, noSuchSession(id, ledger));
    const { order } = session.purchase;
    call.subject = orderLabel(order, session.id);
    if (ledger.isExpired(session)) return notFound(call, sessionOver(session, ledger, clock.now()));
    const sk = call.query.get("sk");
    if (sk !== session.key) {
      call.reason = wrongKey(session, sk);
      return refusal(400, "invalid_sk");
    }
    ledger.query(session);
    const fault = faults.take(order, "early-404", "result-timeout", "result-500", "result-html");
    if (fault) {
      call.warnings.push(faultWarning(fault));
      if (fault === "early-404") return notFound(call);
      if (fault === "result-500") return failure(500, "Internal server error");
      return fault === "result-html" ? proxyPage(200) : { ...notFound(call), delivery: "never" };
    }
    if (session.outcome === undefined || clock.now() < session.visibleAt) return failure(404, "rspdata_not_found");
    const body = resultBody(session, session.outcome, switches);
    if (session.outcome.reason) call.reason = session.outcome.reason;
    const twist = faults.take(
      order,
      "declined-then-approved",
      "code-09-times",
      "missing-ordenid",
      "foreign-ordenid",
      "contradicting-fields",
    );
    if (twist === undefined) return json(200, body);
    call.warnings.push(faultWarning(twist));
    return json(200, twisted(body, twist));
  }

  function notFound(call: Call, reason?: Reason): Answer {
    if (reason) call.reason = reason;
    const text = "Session not found";
    return switches.get("not-found-body") === "text" ? plainText(404, text) : refusal(404, text);
  }

  function refusal(status: number, message: string): Answer {
    return switches.get("error-body") === "html" ? proxyPage(status) : failure(status, message);
  }
}

/** The right answer, or what a fault that acts after the session was made leaves of it. */
function damaged(answer: Answer, fault: FaultId | undefined): Answer {
  const body = String(answer.body);
  switch (fault) {
    case "reset-after":
      return { ...answer, delivery: "reset" };
    case "stalled-body":
      return { ...answer, delivery: "half" };
    case "slow":
      return { ...answer, delivery: { late: 3000 } };
    case "server-error-after":
      return proxyPage(502);
    case "html-200":
      return proxyPage(200);
    case "truncated-json":
      return { ...answer, body: body.slice(0, -20) };
    case "wrong-charset":
      return {
        ...answer,
        headers: { ...answer.headers, "content-type": "application/json; charset=utf-8" },
        body: Buffer.from(body, "utf16le"),
      };
    default:
      return answer;
  }
}

/** A result with something wrong in it. */
function twisted(body: Record<string, string>, fault: FaultId): Record<string, string> {
  const withoutOrder = Object.fromEntries(Object.entries(body).filter(([name]) => !/^OrdenI[Dd]$/.test(name)));
  switch (fault) {
    case "declined-then-approved":
      return { ...body, ResponseCode: "05", RemoteResponseCode: "05", AuthorizationCode: "N/A" };
    case "code-09-times":
      return { ...body, ResponseCode: "09", RemoteResponseCode: "09", AuthorizationCode: "N/A" };
    case "missing-ordenid":
      return withoutOrder;
    case "foreign-ordenid":
      return { ...withoutOrder, OrdenID: "ANOTHER-1" };
    default:
      return { ...body, TransactionId: "000000", TransactionID: "999999", CreditcardNumber: "400000______0000" };
  }
}

import { namesIn } from "@ventanilla/web";
import type { Bank } from "../bank.ts";
import { orderLabel } from "../console-lines.ts";
import type { FaultId } from "../fault-table.ts";
import { bodyKind, notExpected } from "../http/body-kind.ts";
import { parseFields } from "../http/parse-object.ts";
import type { HttpRequest } from "../http/request.ts";
import { failure, type HttpResponse, json, plainText, proxyPage } from "../http/response.ts";
import type { Route } from "../http/route.ts";
import type { Reason } from "../reason.ts";
import { faultWarning } from "../warning.ts";
import { receivePurchase } from "./receive-purchase.ts";
import { resultBody } from "./result.ts";
import type { LedgerSession } from "./session.ts";
import { noSuchSession, sessionOver, wrongKey } from "./session-problem.ts";

const paymentRequest = {
  es: "un objeto JSON con los campos de la venta",
  en: "a JSON object with the fields of the payment request",
};

const creationFaults = [
  "timeout",
  "down",
  "stalled-body",
  "reset-before",
  "reset-after",
  "server-error-before",
  "server-error-after",
  "html-200",
  "truncated-json",
  "wrong-charset",
  "slow",
] as const;

/** The responses of the faults that act before the session is made. */
const beforeCreation: Partial<Record<FaultId, HttpResponse>> = {
  timeout: { ...failure(504, ""), delivery: "never" },
  down: { ...failure(504, ""), delivery: "reset" },
  "reset-before": { ...failure(504, ""), delivery: "reset" },
  "server-error-before": failure(500, "Internal server error"),
};

const queryFaults = ["early-404", "result-timeout", "result-500", "result-html"] as const;

const resultFaults = [
  "declined-then-approved",
  "code-09-times",
  "missing-ordenid",
  "foreign-ordenid",
  "contradicting-fields",
] as const;

type SessionBank = Pick<Bank, "ledger" | "switches" | "faults" | "clock">;

/** The session API (contract §4.2): `POST /sessions` and `GET /sessions/{SESSION}?sk={session-key}`. */
export function sessionRoutes(bank: SessionBank): Route[] {
  return [
    { method: "POST", path: "/sessions", handle: (request) => create(bank, request) },
    { method: "GET", path: "/sessions/:id", handle: (request) => query(bank, request) },
  ];
}

async function create(bank: SessionBank, request: HttpRequest): Promise<HttpResponse> {
  const { ledger, faults } = bank;
  const body = await request.body();
  const fields = parseFields(body);
  if (fields === undefined) {
    request.reason = notExpected(bodyKind(request.headers["content-type"] ?? "", body), body, paymentRequest);
    return refuse(bank, 400, request.reason.en);
  }
  const { purchase, refusal } = receivePurchase(bank, request, { fields, names: namesIn(body) });
  if (refusal !== undefined) {
    request.reason = { en: refusal };
    return refuse(bank, 400, refusal);
  }
  const fault = faults.take(purchase.order, ...creationFaults);
  const warnings = [...request.warnings];
  if (fault) request.warnings.push(faultWarning(fault));
  const failed = fault && beforeCreation[fault];
  if (failed) return failed;
  const session = ledger.create(purchase, warnings);
  request.subject = orderLabel(purchase.order, session.id);
  return withCreationFault(json(200, { SESSION: session.id, "session-key": session.key }), fault);
}

function query(bank: SessionBank, request: HttpRequest): HttpResponse {
  const { ledger, clock } = bank;
  const { id = "" } = request.params;
  const session = ledger.find(id);
  if (session === undefined) return notFound(bank, request, noSuchSession(id, ledger));
  request.subject = orderLabel(session.purchase.order, session.id);
  if (ledger.isExpired(session)) return notFound(bank, request, sessionOver(session, ledger, clock.now()));
  const sk = request.query.get("sk");
  if (sk !== session.key) {
    request.reason = wrongKey(session, sk);
    return refuse(bank, 400, "invalid_sk");
  }
  ledger.query(session);
  return failedQuery(bank, request, session) ?? result(bank, request, session);
}

/** The response of a fault that replaces the result; undefined without such a fault. */
function failedQuery(bank: SessionBank, request: HttpRequest, { purchase }: LedgerSession): HttpResponse | undefined {
  const fault = bank.faults.take(purchase.order, ...queryFaults);
  if (fault === undefined) return undefined;
  request.warnings.push(faultWarning(fault));
  return withQueryFault(bank, request, fault);
}

function withQueryFault(bank: SessionBank, request: HttpRequest, fault: (typeof queryFaults)[number]): HttpResponse {
  switch (fault) {
    case "early-404":
      return notFound(bank, request);
    case "result-timeout":
      return { ...notFound(bank, request), delivery: "never" };
    case "result-500":
      return failure(500, "Internal server error");
    case "result-html":
      return proxyPage(200);
  }
}

function result(bank: SessionBank, request: HttpRequest, session: LedgerSession): HttpResponse {
  const { clock, switches, faults } = bank;
  const { outcome, visibleAt, purchase } = session;
  if (outcome === undefined || clock.now() < visibleAt) return failure(404, "rspdata_not_found");
  const body = resultBody(session, outcome, switches);
  if (outcome.reason) request.reason = outcome.reason;
  const fault = faults.take(purchase.order, ...resultFaults);
  if (fault === undefined) return json(200, body);
  request.warnings.push(faultWarning(fault));
  return json(200, withResultFault(body, fault));
}

function notFound(bank: SessionBank, request: HttpRequest, reason?: Reason): HttpResponse {
  if (reason) request.reason = reason;
  const text = "Session not found";
  return bank.switches.get("not-found-body") === "text" ? plainText(404, text) : refuse(bank, 404, text);
}

function refuse(bank: SessionBank, status: number, message: string): HttpResponse {
  return bank.switches.get("error-body") === "html" ? proxyPage(status) : failure(status, message);
}

/** The response after a fault that acts once the session is made; the response itself without one. */
function withCreationFault(response: HttpResponse, fault: FaultId | undefined): HttpResponse {
  const body = String(response.body);
  switch (fault) {
    case "reset-after":
      return { ...response, delivery: "reset" };
    case "stalled-body":
      return { ...response, delivery: "half" };
    case "slow":
      return { ...response, delivery: { late: 3000 } };
    case "server-error-after":
      return proxyPage(502);
    case "html-200":
      return proxyPage(200);
    case "truncated-json":
      return { ...response, body: body.slice(0, -20) };
    case "wrong-charset":
      return {
        ...response,
        headers: { ...response.headers, "content-type": "application/json; charset=utf-8" },
        body: Buffer.from(body, "utf16le"),
      };
    default:
      return response;
  }
}

/** A result as a fault sends it. */
function withResultFault(body: Record<string, string>, fault: (typeof resultFaults)[number]): Record<string, string> {
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
    case "contradicting-fields":
      return { ...body, TransactionId: "000000", TransactionID: "999999", CreditcardNumber: "400000______0000" };
  }
}

import { idempotencyKeyPaths, isCharge, type RestOperation, restPaths } from "@ventanilla/client/wire";
import { namesIn } from "@ventanilla/web";
import type { Bank } from "../bank.ts";
import { orderLabel } from "../console-lines.ts";
import { movesMoney } from "../hosted/outcome.ts";
import { bodyKind, notExpected } from "../http/body-kind.ts";
import { parseFields } from "../http/parse-object.ts";
import type { HttpRequest } from "../http/request.ts";
import { failure, type HttpResponse, json, plainText, proxyPage } from "../http/response.ts";
import type { Route } from "../http/route.ts";
import type { Reason } from "../reason.ts";
import { repeatedWarnings } from "../unknown-field.ts";
import { faultWarning, missingWarning, warningAbout } from "../warning.ts";
import { forgiveMissing, type Issue, inOneSpelling } from "./forgiven.ts";
import { issueReason } from "./issue-reason.ts";
import { type ReceivedRequest, readRestRequest } from "./received-request.ts";
import { replayWarning, sameAgain } from "./replay.ts";
import { answerBody, fromCache, inProgress, validationError } from "./rest-answer.ts";
import type { RestTransaction } from "./rest-transaction.ts";

const aJsonObject = { es: "un objeto JSON", en: "a JSON object" };

const faultsBefore = ["rest-timeout-before", "rest-reset-before", "rest-500-before"] as const;
const faultsAfter = [
  "rest-timeout-after",
  "reset-after-charge",
  "rest-500-after",
  "rest-html-200",
  "rest-truncated",
  "missing-response-code",
  "rest-09-then-approved",
] as const;

type RestFault = (typeof faultsBefore)[number] | "icache-on-void" | (typeof faultsAfter)[number];

/**
 * The REST operations (contract §4.1).
 *
 * @param onDone receives each transaction that was carried out or declined
 */
export function restRoutes(bank: Bank, onDone: (transaction: RestTransaction) => void): Route[] {
  const api: RestApi = { bank, onDone };
  const operations = Object.entries(restPaths) as [RestOperation, string][];
  return [
    ...idempotencyKeyPaths.map(
      (path): Route => ({ method: "POST", path, handle: (request) => issueKey(api, request) }),
    ),
    ...operations.map(
      ([operation, path]): Route => ({ method: "POST", path, handle: (request) => transact(api, request, operation) }),
    ),
  ];
}

/** A request that keeps every rule about its fields. */
type Accepted = { operation: RestOperation; fields: ReceivedRequest; key: string };

/** What the routes work with. */
interface RestApi {
  readonly bank: Bank;
  readonly onDone: (transaction: RestTransaction) => void;
}

async function issueKey(api: RestApi, request: HttpRequest): Promise<HttpResponse> {
  const { rest, switches } = api.bank;
  const path = switches.get("key-path");
  if (path !== "both" && !request.path.endsWith(path)) return failure(404, "Not Found");
  if ((await request.body()).trim().replace("{}", "") !== "") {
    request.warnings.push(
      warningAbout([], {
        es: "el cuerpo se ignora: no envíe ninguno, o {}",
        en: "the body is ignored: send none, or {}",
      }),
    );
  }
  const key = `ikey:${rest.issueKey()}`;
  const type = switches.get("key-type");
  if (type === "json-text") return json(200, key);
  return plainText(200, key, type === "accept" ? acceptedType(request) : type);
}

async function transact(api: RestApi, request: HttpRequest, operation: RestOperation): Promise<HttpResponse> {
  const body = await request.body();
  const sent = parseFields(body);
  const invoice = sent?.["invoice-number"];
  request.subject = orderLabel(typeof invoice === "string" ? invoice : "");
  const { tokens } = api.bank;
  if (operation === "refund" && !tokens.isCarriedBy(request.headers)) {
    const issue = refusedField("Authorization", "expected a bearer token that is not expired");
    return refusal(api, 401, request, [issue], tokens.problemOf(request.headers));
  }
  if (sent === undefined) {
    const { en } = notExpected(bodyKind(request.headers["content-type"] ?? "", body), body, aJsonObject);
    return refusal(api, 400, request, [refusedField("body", en)]);
  }
  request.warnings.push(...repeatedWarnings(namesIn(body)));
  const { fields, issues } = readFields(api, request, operation, sent);
  if (issues.length > 0) return refusal(api, 400, request, issues, issueReason(issues, sent));
  return answer(api, request, { operation, fields, key: fields["idempotency-key"] ?? "" });
}

/** The fields as this bank reads them, and every rule that they break. */
function readFields(
  api: RestApi,
  request: HttpRequest,
  operation: RestOperation,
  sent: Readonly<Record<string, unknown>>,
) {
  const { rest, switches, ledger } = api.bank;
  const read = readRestRequest(operation, sent, (minor, order) =>
    ledger.list().some((one) => one.amount === minor && (order ?? one.order) === one.order),
  );
  const { issues, missing } = forgiveMissing(inOneSpelling(read.issues, sent, switches), switches);
  request.warnings.push(...read.warnings, ...missingWarning(missing));
  const { fields } = read;
  const key = fields["idempotency-key"] ?? "";
  if (isCharge(operation)) {
    const other = operation === "sale" ? "checkIn" : "sale";
    if (key !== "" && !rest.knowsKey(key)) {
      issues.push(refusedField("idempotency-key", `was not issued: ask POST ${idempotencyKeyPaths[0]} for one first`));
    } else if (rest.answerOf(other, key) !== undefined) {
      issues.push(refusedField("idempotency-key", `was used for a ${other}: each payment needs its own`));
    }
  }
  return { fields, issues };
}

function answer(api: RestApi, request: HttpRequest, accepted: Accepted): HttpResponse {
  const { rest, faults } = api.bank;
  const { operation, fields, key } = accepted;
  const order = rest.orderOf(fields);
  request.subject = orderLabel(order);
  const fault = faults.take(order, ...faultsBefore);
  if (fault) return withFault(request, fault, proxyPage(500));
  const known = rest.answerOf(operation, key);
  if (known !== undefined) {
    const warning = replayWarning(known, fields);
    request.warnings.push(warning);
    if (warning !== sameAgain) rest.warn(known.transaction, warning);
    return send(api, request, fromCache(known.body), order);
  }
  if (operation === "void" && faults.take(order, "icache-on-void")) {
    const original = rest.originalOf(fields);
    const stored = original && rest.answerOf(original.operation, key);
    if (stored) return withFault(request, "icache-on-void", jsonText(fromCache(stored.body)));
  }
  return send(api, request, carryOut(api, request, accepted), order);
}

/** Carries the operation out, or declines it; returns the body of the response. */
function carryOut(api: RestApi, request: HttpRequest, { operation, fields }: Accepted): string {
  const { rest } = api.bank;
  const transaction = rest.run(operation, fields, [...request.warnings]);
  if (transaction.reason) request.reason = transaction.reason;
  api.onDone(transaction);
  const body = answerBody(transaction, api.bank);
  // A declined void, check-out or refund moved no money: corrected, it may be sent again with the same key.
  if (isCharge(operation) || movesMoney(transaction.code)) rest.keepAnswer(body, transaction, fields);
  return body;
}

function send(api: RestApi, request: HttpRequest, body: string, order: string): HttpResponse {
  const fault = api.bank.faults.take(order, ...faultsAfter);
  return fault ? withFault(request, fault, jsonText(body)) : jsonText(body);
}

function refusal(
  api: RestApi,
  status: 400 | 401,
  request: HttpRequest,
  issues: readonly Issue[],
  reason: Reason = issueReason(issues),
): HttpResponse {
  request.reason = reason;
  if (api.bank.switches.get("error-body") === "html") return proxyPage(status);
  return validationError(status, request.path, issues, api.bank.clock.now());
}

const refusedField = (field: string, message: string): Issue => ({ field, kind: "refused", message });

const jsonText = (body: string): HttpResponse => ({ ...json(200, null), body });

/** The content type of a key from the live service: JSON for a client that accepts nothing else. */
const acceptedType = ({ headers: { accept = "" } }: HttpRequest): string =>
  accept.includes("application/json") && !accept.includes("text/plain") ? "application/json" : "text/plain";

/** The response as a fault sends it. */
function withFault(request: HttpRequest, fault: RestFault, response: HttpResponse): HttpResponse {
  request.warnings.push(faultWarning(fault));
  const body = String(response.body);
  switch (fault) {
    case "rest-timeout-before":
    case "rest-timeout-after":
      return { ...response, delivery: "never" };
    case "rest-reset-before":
    case "reset-after-charge":
      return { ...response, delivery: "reset" };
    case "rest-500-before":
    case "rest-500-after":
      return json(500, {
        status: "500",
        error: "Internal Server Error",
        message: "Internal Server Error",
        path: request.path,
      });
    case "rest-html-200":
      return proxyPage(200);
    case "rest-truncated":
      return { ...response, body: body.slice(0, -25) };
    case "missing-response-code":
      return { ...response, body: body.replace(/"response-code":"?\w+"?,/, "") };
    case "rest-09-then-approved":
      return { ...response, body: inProgress(body) };
    case "icache-on-void":
      return response;
  }
}

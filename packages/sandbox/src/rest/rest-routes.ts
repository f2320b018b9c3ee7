import { idempotencyKeyPaths, isCharge, type RestOperation, restPaths } from "@ventanilla/client/wire";
import { type Answer, failure, json, plainText, proxyPage } from "../answer.ts";
import type { Bank } from "../bank.ts";
import { bodyKind, notExpected } from "../body-kind.ts";
import { orderLabel } from "../console-lines.ts";
import type { FaultId } from "../fault-table.ts";
import { movesMoney } from "../outcome.ts";
import { namesIn, parseFields } from "../parse-object.ts";
import type { Reason } from "../reason.ts";
import type { Call, Route } from "../server.ts";
import { repeatedWarnings } from "../unknown-field.ts";
import { faultWarning, missingWarning, warningAbout } from "../warning.ts";
import { forgiven, type Issue, inOneSpelling } from "./forgiven.ts";
import { issueReason } from "./issue-reason.ts";
import { replayWarning, sameAgain } from "./replay.ts";
import { answerBody, fromCache, inProgress, validationError } from "./rest-answer.ts";
import { readRequest } from "./rest-request.ts";
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

/**
 * The REST operations (contract §4.1).
 *
 * @param done told of each transaction that was carried out or declined
 */
export function restRoutes(bank: Bank, done: (transaction: RestTransaction) => void): Route[] {
  const { rest, switches, faults, tokens, clock } = bank;
  return [
    ...idempotencyKeyPaths.map((path) => ({ method: "POST" as const, path, handle: issueKey })),
    ...Object.entries(restPaths).map(([operation, path]) => ({
      method: "POST" as const,
      path,
      handle: (call: Call) => transact(call, operation as RestOperation),
    })),
  ];

  async function issueKey(call: Call): Promise<Answer> {
    const path = switches.get("key-path");
    if (path !== "both" && !call.path.endsWith(path)) return failure(404, "Not Found");
    if ((await call.body()).trim().replace("{}", "") !== "")
      call.warnings.push(warningAbout([], "the body is ignored: send none, or {}"));
    const key = `ikey:${rest.issueKey()}`;
    const type = switches.get("key-type");
    if (type === "json-text") return json(200, key);
    return plainText(200, key, type === "accept" ? acceptedType(call) : type);
  }

  async function transact(call: Call, operation: RestOperation): Promise<Answer> {
    const body = await call.body();
    const fields = parseFields(body);
    const invoice = fields?.["invoice-number"];
    call.subject = orderLabel(typeof invoice === "string" ? invoice : "");
    if (operation === "refund" && !tokens.isCarriedBy(call.headers)) {
      const message = "expected a bearer token that is not expired";
      return refusal(401, call, [{ field: "Authorization", kind: "refused", message }], tokens.problemOf(call.headers));
    }
    if (fields === undefined) {
      const { en } = notExpected(bodyKind(call.headers["content-type"] ?? "", body), body, aJsonObject);
      return refusal(400, call, [{ field: "body", kind: "refused", message: en }]);
    }
    const { request, issues: found, warnings } = readRequest(operation, fields);
    const { issues, missing } = forgiven(inOneSpelling(found, fields, switches), switches);
    call.warnings.push(...repeatedWarnings(namesIn(body)), ...warnings, ...missingWarning(missing));
    const key = request["idempotency-key"] ?? "";
    const first = isCharge(operation);
    const other = operation === "sale" ? "checkIn" : "sale";
    if (first && key !== "" && !rest.knowsKey(key)) {
      const message = `was not issued: ask POST ${idempotencyKeyPaths[0]} for one first`;
      issues.push({ field: "idempotency-key", kind: "refused", message });
    } else if (first && rest.answerOf(other, key) !== undefined) {
      const message = `was used for a ${other}: each payment needs its own`;
      issues.push({ field: "idempotency-key", kind: "refused", message });
    }
    if (issues.length > 0) return refusal(400, call, issues, issueReason(issues, fields));

    const order = rest.orderOf(request);
    call.subject = orderLabel(order);
    const before = faults.take(order, ...faultsBefore);
    if (before) return hindered(call, before, proxyPage(500));
    const known = rest.answerOf(operation, key);
    if (known !== undefined) {
      const warning = replayWarning(known, request);
      call.warnings.push(warning);
      if (warning !== sameAgain) rest.warn(known.transaction, warning);
      return send(call, fromCache(known.body), order);
    }
    if (operation === "void" && faults.take(order, "icache-on-void")) {
      const original = rest.originalOf(request);
      const stored = original && rest.answerOf(original.operation, key);
      if (stored) return hindered(call, "icache-on-void", text(fromCache(stored.body)));
    }
    const transaction = rest.run(operation, request, [...call.warnings]);
    if (transaction.reason) call.reason = transaction.reason;
    done(transaction);
    const answer = answerBody(transaction, bank);
    // A void, check-out or refund that was declined moved nothing: corrected, it may be sent again with the same key.
    if (first || movesMoney(transaction.code)) rest.keepAnswer(answer, transaction, request);
    return send(call, answer, order);
  }

  function send(call: Call, body: string, order: string): Answer {
    const fault = faults.take(order, ...faultsAfter);
    return fault ? hindered(call, fault, text(body)) : text(body);
  }

  function refusal(
    status: 400 | 401,
    call: Call,
    found: readonly Issue[],
    reason: Reason = issueReason(found),
  ): Answer {
    call.reason = reason;
    if (switches.get("error-body") === "html") return proxyPage(status);
    return validationError(status, call.path, found, clock.now());
  }
}

/** What live labels a key with: JSON for whoever asks for that alone. */
const acceptedType = ({ headers: { accept = "" } }: Call): string =>
  accept.includes("application/json") && !accept.includes("text/plain") ? "application/json" : "text/plain";

/** What a fault makes of an answer. */
function hindered(call: Call, fault: FaultId, answer: Answer): Answer {
  call.warnings.push(faultWarning(fault));
  const body = String(answer.body);
  switch (fault) {
    case "rest-timeout-before":
    case "rest-timeout-after":
      return { ...answer, delivery: "never" };
    case "rest-reset-before":
    case "reset-after-charge":
      return { ...answer, delivery: "reset" };
    case "rest-500-before":
    case "rest-500-after":
      return json(500, {
        status: "500",
        error: "Internal Server Error",
        message: "Internal Server Error",
        path: call.path,
      });
    case "rest-html-200":
      return proxyPage(200);
    case "rest-truncated":
      return { ...answer, body: body.slice(0, -25) };
    case "missing-response-code":
      return { ...answer, body: body.replace(/"response-code":"?\w+"?,/, "") };
    case "rest-09-then-approved":
      return { ...answer, body: inProgress(body) };
    default:
      return answer;
  }
}

const text = (body: string): Answer => ({ ...json(200, null), body });

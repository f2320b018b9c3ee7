import { ArgumentError } from "@ventanilla/web";
import { unknownField, withoutPrototype } from "./own-fields.ts";
import type { PaymentRequestRule } from "./wire/field-rule.ts";
import { PaymentRequest } from "./wire/payment-request.ts";
import { paymentRequestFields } from "./wire/payment-request-fields.ts";
import { sessionHints } from "./wire/session-hints.ts";
import { spellings } from "./wire/spellings.ts";

const wireName = (field: string) => `PaymentRequest.${field}`;

/**
 * Checks a request against every rule of the wire.
 * @param nameOf the name of a field in error messages. Default: its name on the wire
 * @returns a copy of the request that carries the order under both of its spellings
 * @throws ArgumentError that lists up to ten problems, unknown fields first, and never shows a value
 */
export function checkPaymentRequest(request: unknown, nameOf: (field: string) => string = wireName): PaymentRequest {
  if (nameOf === wireName && isPayment(request)) {
    throw new ArgumentError(
      "PaymentRequest: expected the wire message, which paymentRequest(merchant, payment) makes of a payment",
    );
  }
  const { complete, spelling, differ } = withBothSpellings(request);
  const read = PaymentRequest.safeParse(complete);
  // Both have twelve digits, so they compare as text.
  const isTaxTooHigh = read.success && read.data.Tax > read.data.Amount;
  if (read.success && !differ && !isTaxTooHigh) return read.data;
  const unknown: string[] = [];
  const wrong = new Map<string, string>();
  if (differ) wrong.set(nameOf("OrdenId"), `${nameOf("OrdenId")}: expected the value of OrdenID`);
  if (isTaxTooHigh) wrong.set(nameOf("Tax"), `${nameOf("Tax")}: expected at most the amount`);
  for (const issue of read.error?.issues ?? []) {
    if (issue.code === "unrecognized_keys") {
      unknown.push(...issue.keys.map((key) => refusal(key, request)));
    } else {
      const field = issue.path.join(".");
      const name = field === "" ? "PaymentRequest" : nameOf(/^OrdenI[Dd]$/.test(field) ? spelling : field);
      if (!wrong.has(name)) wrong.set(name, `${name}: ${issue.message}`);
    }
  }
  throw new ArgumentError([...unknown, ...wrong.values()].slice(0, 10).join("; "));
}

/** Whether it is the input of `paymentRequest`, in place of its result. */
const isPayment = (request: unknown): boolean =>
  typeof request === "object" &&
  request !== null &&
  ["orderId", "amount"].every((name) => Object.hasOwn(request, name));

/** The request's own fields, with the order under both of its spellings; one of them is enough from the caller. */
function withBothSpellings(request: unknown): { complete: unknown; spelling: string; differ: boolean } {
  const [first, second] = spellings.order.send;
  if (typeof request !== "object" || request === null) return { complete: request, spelling: first, differ: false };
  const own = withoutPrototype<Record<string, unknown>>(request as Record<string, unknown>);
  const [spelling, other] = isGiven(own[second]) && !isGiven(own[first]) ? [second, first] : [first, second];
  const differ = isGiven(own[spelling]) && isGiven(own[other]) && own[other] !== own[spelling];
  if (isGiven(own[spelling])) own[other] = own[spelling];
  return { complete: own, spelling, differ };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== "";

function refusal(key: string, request: unknown): string {
  const { TransactionType: type } = request as PaymentRequest;
  if (Object.hasOwn(paymentRequestFields, key)) return `${wireName(key)}: not allowed with TransactionType ${type}`;
  const allowed = Object.entries<PaymentRequestRule>(paymentRequestFields).flatMap(([name, { requirement }]) =>
    requirement[type] === "refused" ? [] : [name],
  );
  return unknownField("PaymentRequest", key, allowed, sessionHints);
}

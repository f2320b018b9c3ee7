import { unknownName } from "./refuse-unknown-names.ts";
import { PaymentRequest } from "./wire/payment-request.ts";
import { paymentRequestFields } from "./wire/payment-request-fields.ts";

const wireName = (field: string) => `PaymentRequest.${field}`;

/**
 * The request, checked against every rule of the wire, as a copy. Else a TypeError that lists what is wrong, unknown
 * fields first; it names fields, through `nameOf`, and never shows a value.
 */
export function checkPaymentRequest(request: unknown, nameOf: (field: string) => string = wireName): PaymentRequest {
  const read = PaymentRequest.safeParse(request);
  if (read.success) return read.data;
  const unknown: string[] = [];
  const wrong = new Map<string, string>();
  for (const issue of read.error.issues) {
    if (issue.code === "unrecognized_keys") {
      unknown.push(...issue.keys.map((key) => refusal(key, request)));
    } else {
      const field = issue.path.join(".");
      const name = field === "" ? "PaymentRequest" : nameOf(field);
      if (!wrong.has(name)) wrong.set(name, `${name}: ${issue.message}`);
    }
  }
  throw new TypeError([...unknown, ...wrong.values()].slice(0, 10).join("; "));
}

function refusal(key: string, request: unknown): string {
  if (Object.hasOwn(paymentRequestFields, key)) {
    const type = (request as PaymentRequest).TransactionType;
    return `${wireName(key)}: not allowed with TransactionType ${type}`;
  }
  return unknownName("PaymentRequest", key, Object.keys(paymentRequestFields));
}

import type { Bank } from "../bank.ts";
import { orderLabel } from "../console-lines.ts";
import type { HttpRequest } from "../http/request.ts";
import { repeatedWarnings } from "../unknown-field.ts";
import type { Warning } from "../warning.ts";
import { fieldProblems, fieldWarnings } from "./field-warnings.ts";
import { otherOrderWarning } from "./other-order.ts";
import { type Purchase, readPurchase } from "./purchase.ts";
import { transactionIdWarning } from "./transaction-id.ts";

/** A payment request as it came, in JSON or as a form. */
interface Received {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The names of its fields, each as often as it was sent. */
  readonly names: readonly string[];
  /** What only requests of its kind are warned about. Default: nothing. */
  readonly ownWarnings?: readonly Warning[];
}

/**
 * Reads a payment request (contract §2.2) and writes its order and the warnings about it to the HTTP request.
 * @returns the purchase; `refusal` says why it is not taken, where `mandatory-fields` is not `lenient` and it has problems
 */
export function receivePurchase(
  { ledger, switches }: Pick<Bank, "ledger" | "switches">,
  request: HttpRequest,
  { fields, names, ownWarnings = [] }: Received,
): { purchase: Purchase; refusal: string | undefined } {
  const orderField = switches.get("order-field");
  const long = switches.get("long-amount");
  const strictness = switches.get("mandatory-fields");
  const purchase = readPurchase(fields, orderField, switches.get("page-language"), long);
  request.subject = orderLabel(purchase.order);
  request.warnings.push(...repeatedWarnings(names), ...fieldWarnings(fields, orderField, long), ...ownWarnings);
  const empty = strictness === "letter" ? "refused" : "taken";
  const problems = strictness === "lenient" ? [] : fieldProblems(fields, orderField, { long, empty });
  if (problems.length > 0) return { purchase, refusal: problems.map(({ text }) => text).join("; ") };
  request.warnings.push(...transactionIdWarning(ledger, purchase), ...otherOrderWarning(ledger, purchase));
  return { purchase, refusal: undefined };
}

import { ArgumentError, type Money, parseMoney } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { approvedAmountOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { parseAmounts } from "../order/check-order.ts";

/** What `payments.capture()` settles. Default: the whole amount of the order's first authorization */
export interface CaptureRequest {
  /**
   * In minor units, at most the authorized amount, in its currency. Default: the authorized amount. Required where the
   * bank approved a part and nobody has said how much
   */
  amount?: Money;
  /** The tax (ITBIS) within the amount. Default: the authorized tax in the same proportion */
  tax?: Money;
  /**
   * The id of the attempt to settle, where several attempts at the order are authorized. Default: the first, and a
   * further payment only where there is no other
   */
  attempt?: string;
}

const captureFields = ["amount", "tax", "attempt"] as const;

/**
 * Returns the request as a plain object. A field that is present and `undefined` is refused: a misspelled property in
 * the shop's code must not capture the whole amount.
 * @throws ArgumentError naming what is wrong
 */
export function checkCaptureRequest(request: unknown): CaptureRequest {
  if (
    typeof request !== "object" ||
    request === null ||
    ![Object.prototype, null].includes(Object.getPrototypeOf(request))
  ) {
    throw new ArgumentError("capture(order, request): expected a plain object { amount, tax, attempt }");
  }
  refuseUnknownNames("capture(order)", request, captureFields);
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) throw new ArgumentError(`capture(order).${name}: expected a value, or no such field`);
  }
  const { attempt } = request as { attempt?: unknown };
  if (attempt !== undefined && typeof attempt !== "string") {
    throw new ArgumentError("capture(order).attempt: expected its id");
  }
  return { ...request };
}

/**
 * Returns the amount to capture, and the tax within it.
 * @throws ArgumentError naming the field that is malformed, missing, or above what was authorized
 */
export function moneyToCapture(authorized: Attempt, request: CaptureRequest): { amount: Money; tax: Money } {
  const name = `capture(${JSON.stringify(authorized.order)})`;
  const approved = approvedAmountOf(authorized);
  if (approved === undefined && request.amount === undefined) {
    throw new ArgumentError(`${name}.amount: expected the part that the bank approved, which it has not named`);
  }
  const max = approved ?? authorized.amount;
  const amount = request.amount === undefined ? max : parseMoney(request.amount, `${name}.amount`, 1);
  if (amount.currency !== max.currency) {
    throw new ArgumentError(`${name}.amount.currency: expected ${max.currency}, as authorized, got ${amount.currency}`);
  }
  if (amount.minor > max.minor) {
    throw new ArgumentError(`${name}.amount.minor: expected at most ${max.minor}, as authorized, got ${amount.minor}`);
  }
  return parseAmounts(name, { amount, tax: request.tax ?? taxWithin(amount, authorized) });
}

/** The authorized tax in the amount's proportion, to the nearest minor unit. */
function taxWithin({ minor, currency }: Money, { amount, tax }: Attempt): Money {
  // Both have up to twelve digits: their product may exceed the safe integers.
  const doubled = 2n * BigInt(tax.minor) * BigInt(minor) + BigInt(amount.minor);
  return { minor: Number(doubled / (2n * BigInt(amount.minor))), currency };
}

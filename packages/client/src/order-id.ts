import { ArgumentError } from "./argument-error.ts";
import { paymentRequestFields } from "./wire/payment-request-fields.ts";
import { answerText } from "./wire/read-answer.ts";

/** A number shows its value: it is an id that was read as one. */
const shown = (id: unknown): string => (typeof id === "number" ? `${id} (number)` : typeof id);

/**
 * Holds an order's id to what the bank takes as OrdenID, and to what is still the same when it comes back: of a result
 * the client takes off outer spaces, and reads `N/A` as nothing. Call it before the order is stored.
 * @param id 1 to 20 bytes in UTF-8
 * @throws ArgumentError naming the id and what was expected
 * @see docs/contract.md#2.2
 * @example
 * checkOrderId("A-1042");
 */
export function checkOrderId(id: string): void {
  const { bytes, pattern } = paymentRequestFields.OrdenID;
  if (typeof id !== "string") throw new ArgumentError(`order: expected an id as a string, got ${shown(id)}`);
  const fits = Buffer.byteLength(id) <= bytes && pattern.test(id);
  if (fits && answerText(id) === id) return;
  const expected = `an id of 1 to ${bytes} bytes in UTF-8, printable, with no spaces around it, and not N/A`;
  throw new ArgumentError(`order(${JSON.stringify(id)}): expected ${expected}`);
}

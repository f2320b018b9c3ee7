import { ArgumentError } from "@ventanilla/web";
import { paymentRequestFields } from "./wire/payment-request-fields.ts";
import { answerText } from "./wire/read-answer.ts";

/** A wrong id in a message: its type, and the value of a number, which is most likely an id that was read as one. */
const shown = (id: unknown): string => (typeof id === "number" ? `${id} (number)` : typeof id);

/**
 * Whether the bank accepts an order's id as OrdenID and returns it unchanged: the client trims the fields of a result, and
 * reads `N/A` as an absent field.
 * @param id anything
 * @returns `false` when `checkOrderId` throws
 * @see docs/contributing/contract.md#2.2
 * @example
 * const orderId = fitsOrderId(id) ? id : await newReference(id);
 */
export function fitsOrderId(id: unknown): id is string {
  const { bytes, pattern } = paymentRequestFields.OrdenID;
  if (typeof id !== "string" || Buffer.byteLength(id) > bytes || !pattern.test(id)) return false;
  return answerText(id) === id;
}

/**
 * Checks that the bank accepts an order's id as OrdenID and returns it unchanged. Call it before the order is stored.
 * @param id 1 to 20 bytes in UTF-8
 * @param name what a message begins with. Default: the id
 * @throws ArgumentError naming the id and what was expected
 * @see docs/contributing/contract.md#2.2
 * @example
 * checkOrderId("A-1042");
 */
export function checkOrderId(id: string, name?: string): void {
  if (fitsOrderId(id)) return;
  if (typeof id !== "string") {
    throw new ArgumentError(`${name ?? "order"}: expected an id as a string, got ${shown(id)}`);
  }
  const { bytes } = paymentRequestFields.OrdenID;
  const expected = `an id of 1 to ${bytes} bytes in UTF-8, printable, with no spaces around it, and not N/A`;
  throw new ArgumentError(`${name ?? `order(${JSON.stringify(id)})`}: expected ${expected}`);
}

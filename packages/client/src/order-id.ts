import { paymentRequestFields } from "./wire/payment-request-fields.ts";
import { TransactionResult } from "./wire/transaction-result.ts";

/**
 * Holds an order's id to what the bank takes as OrdenID, and to what is still the same when it comes back: of a result
 * the client takes off outer spaces, and reads `N/A` as nothing. Call it before the order is stored.
 * @throws TypeError naming the id and what was expected
 */
export function checkOrderId(id: string): void {
  const { bytes, pattern } = paymentRequestFields.OrdenID;
  const taken = Buffer.byteLength(id) <= bytes && pattern.test(id);
  if (taken && TransactionResult.safeParse({ ResponseCode: "00", OrdenID: id }).data?.OrdenID === id) return;
  throw new TypeError(
    `order(${JSON.stringify(id)}): expected an id of 1 to ${bytes} bytes in UTF-8, printable, with no spaces around it, and not N/A`,
  );
}

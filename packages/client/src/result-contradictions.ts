import { responseCode } from "./response-codes.ts";
import type { TransactionResult } from "./wire/transaction-result.ts";

/**
 * The fields that show that a result contradicts itself, or belongs to another payment than the one asked about. The
 * query is made with the payment's own session and key, and some banks return no order: its absence contradicts nothing
 * while the TransactionId agrees. An approval whose issuer refused contradicts itself.
 * @param payment what you sent
 * @param result what `sessionResult` returned
 * @returns names of fields; empty when the result belongs to this payment
 * @example
 * if (resultContradictions({ orderId, transactionId }, result).length > 0) await review(orderId);
 */
export function resultContradictions(
  payment: { readonly orderId: string; readonly transactionId: string },
  { OrdenID, TransactionId, ResponseCode, RemoteResponseCode, contradictions }: TransactionResult,
): string[] {
  const found = new Set(contradictions);
  if (OrdenID ? OrdenID !== payment.orderId : !TransactionId) found.add("OrdenID");
  if (TransactionId !== payment.transactionId) found.add("TransactionId");
  if (ResponseCode === "00" && isRefusal(RemoteResponseCode)) found.add("RemoteResponseCode");
  return [...found];
}

/** Whether a code of the issuer is a refusal. */
const isRefusal = (code: string | undefined): boolean =>
  code !== undefined && /^[0-9A-Z]{2}$/.test(code) && responseCode(code).finality === "declined";

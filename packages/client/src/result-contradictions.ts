import { currencyCode, type Money } from "./money.ts";
import { inMinorUnits, namedOtherwise, ofCurrency, ofNumber } from "./named-values.ts";
import { partialApprovals, responseCode } from "./response-codes.ts";
import { isRealNumber } from "./wire/real-number.ts";
import type { TransactionResult } from "./wire/transaction-result.ts";

/** A payment as it was sent, for the comparison with its result. What is left out is not compared. */
export interface SentPayment {
  /** OrdenID on the wire. */
  readonly orderId: string;
  /** Six letters or digits. */
  readonly transactionId: string;
  /** In minor units. */
  readonly amount?: Money | undefined;
  /** At most 15 digits: the affiliate that the session was created for. */
  readonly merchantNumber?: string | undefined;
  /** 0200, 0100 or 2240. */
  readonly transactionType?: string | undefined;
}

/**
 * The fields that show that a result contradicts itself, or belongs to another payment than the one asked about. The
 * query is made with the payment's own session and key, and some banks return no order: its absence contradicts nothing
 * while the TransactionId agrees; neither does that of an amount, currency, merchant or type, which no contract lists.
 * An approval whose issuer refused contradicts itself, and so does a refusal whose issuer approved or gave an
 * authorization.
 * @param payment what you sent
 * @param result what `sessionResult` returned
 * @returns names of fields; empty when the result belongs to this payment
 * @example
 * const sent = { orderId, transactionId, amount, merchantNumber: merchant.number, transactionType: "0200" };
 * if (resultContradictions(sent, result).length > 0) await review(orderId);
 */
export function resultContradictions(payment: SentPayment, result: TransactionResult): string[] {
  const { OrdenID, TransactionId, ResponseCode, RemoteResponseCode, AuthorizationCode, contradictions } = result;
  const found = new Set(contradictions);
  if (OrdenID ? OrdenID !== payment.orderId : !TransactionId) found.add("OrdenID");
  if (TransactionId !== payment.transactionId) found.add("TransactionId");
  const remote = RemoteResponseCode === undefined ? "" : twoDigits(RemoteResponseCode.toUpperCase());
  if (ResponseCode === "00" && isRefusal(remote)) found.add("RemoteResponseCode");
  if (isRefusal(ResponseCode)) {
    if (approvedLike.has(remote)) found.add("RemoteResponseCode");
    if (isRealNumber(AuthorizationCode)) found.add("AuthorizationCode");
  }
  for (const name of namedOtherwise(result.unknown, checksOf(payment, ResponseCode))) found.add(name);
  return [...found];
}

/** A code of the issuer as those of the contract are: `0`, `000` (ISO 8583:1993) and `0000` as `00`. */
const twoDigits = (code: string): string => (/^0+$/.test(code) ? "00" : code.padStart(2, "0"));

/** The codes with which an issuer approves, in whole, in part or with a remark. */
const approvedLike: ReadonlySet<string> = new Set(["00", "11", "16", ...partialApprovals]);

/** Whether a code is a refusal, also one that is in doubt. */
function isRefusal(code: string): boolean {
  if (!/^[0-9A-Z]{2}$/.test(code)) return false;
  const { finality, inDoubt = false } = responseCode(code);
  return finality === "declined" || inDoubt;
}

function checksOf({ amount, merchantNumber, transactionType }: SentPayment, code: string) {
  return {
    ...(amount && !partialApprovals.has(code) && { Amount: inMinorUnits(amount.minor) }),
    ...(amount && {
      CurrencyCode: ofCurrency(currencyCode(amount.currency)),
      Currency: ofCurrency(currencyCode(amount.currency)),
    }),
    ...(merchantNumber !== undefined && { MerchantNumber: ofNumber(merchantNumber) }),
    ...(transactionType !== undefined && { TransactionType: ofNumber(transactionType) }),
  };
}

import { ArgumentError } from "@ventanilla/web";
import { checkPaymentRequest } from "./check-payment-request.ts";
import { ownFields, withoutPrototype } from "./own-fields.ts";
import { type Merchant, type PaymentInput, purchaseFields, sourceOf } from "./payment-request.ts";
import type { PaymentRequest } from "./wire/payment-request.ts";
import type { TransactionResult } from "./wire/transaction-result.ts";

const names = ["orderId", "transactionId", "amount", "tax", "returnUrl", "cancelUrl", "language", "clientIp"] as const;

/** What settles a pre-authorization: its amount or less, with a TransactionId of its own. */
export interface Confirmation extends Pick<PaymentInput, (typeof names)[number]> {
  /** The pre-authorization's result, as `sessionResult` gave it. */
  result: TransactionResult;
  /** The card's expiry as two digits each, where the merchant knows it. */
  expiry?: { month: string; year: string } | undefined;
}

/** The caller's name of each wire field, for error messages. */
const sources: Record<string, string> = {
  CreditcardNumber: "confirmation.result.CreditCardNumber",
  AuthorizationCode: "confirmation.result.AuthorizationCode",
  RetrivalReferenceNumber: "confirmation.result.RetrievalReferenceNumber",
  TxToken: "confirmation.result.TxToken",
  RemoteResponseCode: "confirmation.result.RemoteResponseCode",
  expdate_month: "confirmation.expiry.month",
  expdate_year: "confirmation.expiry.year",
};

/**
 * The wire message of a confirmation (2240): returns the card number's digits as they came, AuthorizationCode,
 * reference, TxToken and RemoteResponseCode. `confirm` makes it by itself; use it where the steps of a confirmation are
 * your own.
 * @param merchant the merchant of the pre-authorization
 * @param confirmation the pre-authorization's result, and an amount that is not above its own
 * @returns a request for `createSession`; post its session with `submitSession`
 * @throws ArgumentError naming a result that is not approved, contradicts itself, lacks a value or is another order's
 * @see docs/contributing/contract.md#3.4
 * @example
 * const session = await createSession(gateway, confirmationRequest(merchant, { ...order, result: authorized }));
 * await submitSession(gateway, session);
 */
export function confirmationRequest(merchant: Merchant, confirmation: Confirmation): PaymentRequest {
  const own = ownFields("confirmation", confirmation, [...names, "result", "expiry"]);
  const expiry = ownFields("confirmation.expiry", own.expiry ?? { month: "", year: "" }, ["month", "year"]);
  const result = withoutPrototype<Partial<TransactionResult>>(own.result);
  if (result.ResponseCode !== "00") {
    throw new ArgumentError("confirmation.result: expected the result of an approved pre-authorization");
  }
  if (result.contradictions?.length) {
    throw new ArgumentError(
      `confirmation.result: expected one without contradictions, of ${result.contradictions.join(", ")}`,
    );
  }
  const request = {
    ...purchaseFields("confirmation", merchant, own),
    TransactionType: "2240",
    CreditcardNumber: result.CreditCardNumber,
    AuthorizationCode: result.AuthorizationCode,
    RetrivalReferenceNumber: result.RetrievalReferenceNumber,
    TxToken: result.TxToken,
    RemoteResponseCode: result.RemoteResponseCode ?? "",
    expdate_month: expiry.month ?? "",
    expdate_year: expiry.year ?? "",
  };
  const checked = checkPaymentRequest(request, (field) => sources[field] ?? sourceOf("confirmation", field));
  checkSameOrder(checked.OrdenID, result.OrdenID);
  return checked;
}

/** Throws an ArgumentError when the result names another order: the bank would settle that order's payment. */
function checkSameOrder(orderId: string, authorized: string | undefined): void {
  if (authorized === undefined || authorized === "" || authorized === orderId) return;
  const [ours, theirs] = [orderId, authorized.slice(0, 40)].map((id) =>
    /^[\w-]+$/.test(id) ? id : JSON.stringify(id),
  );
  throw new ArgumentError(`confirmation.orderId: expected ${theirs}, the order of confirmation.result, got ${ours}`);
}

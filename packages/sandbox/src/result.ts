import type { Outcome, Session } from "./ledger.ts";

/** How a value that is missing from a result is written by the live service. */
const absent = "N/A";

/**
 * The body of a finished query (seed section 2.2) in the shape of the live service: TransactionId in both spellings,
 * RetrivalReferenceNumber without its second `e`, SESSION as the page's GUID, no amount and no currency.
 */
export function liveResult({ purchase, page }: Session, outcome: Outcome): Record<string, string> {
  return {
    ResponseCode: outcome.ResponseCode,
    TransactionId: purchase.transactionId,
    TransactionID: purchase.transactionId,
    OrdenID: purchase.order,
    RemoteResponseCode: outcome.remoteCode ?? absent,
    AuthorizationCode: outcome.authorizationCode ?? absent,
    RetrivalReferenceNumber: outcome.reference,
    CreditCardNumber: outcome.maskedCard,
    TxToken: outcome.token,
    SESSION: page ?? absent,
  };
}

import type { Bank } from "../bank.ts";
import { storeAddress } from "./back-link.ts";
import { maskedCard, withAbsentValues, writtenCode } from "./result.ts";
import type { LedgerSession } from "./session.ts";

/** How the buyer returns to the store: the address, the method, and one body for each request, in this order. */
export type HandOver = {
  address: string | undefined;
  /** Whether the page goes there by itself: not to the store's other address, which may mean another outcome. */
  automatic: boolean;
  how: "post" | "get" | "script" | "never";
  bodies: readonly Readonly<Record<string, string>>[];
};

/**
 * The return of a session (contract §6), by its faults and the switches.
 *
 * @param from `paid`, approved or not, or `cancelled`
 */
export function handOverOf(bank: Bank, session: LedgerSession, from: "paid" | "cancelled"): HandOver {
  const { switches } = bank;
  const { purchase, charges } = session;
  const declinedToCancel = switches.get("declined-to") === "cancel" && charges === 0;
  const { cancelUrl, returnUrl } = purchase;
  const own = from === "cancelled" || declinedToCancel ? cancelUrl : returnUrl;
  return {
    address: own ?? storeAddress(purchase),
    automatic: own !== undefined,
    how: methodOf(bank, session),
    bodies: bodiesOf(bank, session),
  };
}

function methodOf({ switches }: Bank, { faults }: LedgerSession): HandOver["how"] {
  if (faults.includes("no-return")) return "never";
  if (faults.includes("return-get")) return "get";
  if (faults.includes("return-script")) return "script";
  return switches.get("return-method");
}

/**
 * The redirect text form (contract §2.2) of a session's outcome; for a canceled one its code, its TransactionID and, by
 * the switch `direct-cancel`, its order.
 */
function redirectText({ switches }: Pick<Bank, "switches">, session: LedgerSession): Record<string, string> {
  const { purchase, outcome } = session;
  const extended = session.direct && switches.get("direct-return") === "extended";
  const { transactionId } = purchase;
  if (outcome === undefined) {
    const cancelled = {
      ResponseCode: writtenCode("17", switches),
      TransactionID: transactionId,
      ...(extended && { TransactionId: transactionId }),
    };
    return switches.get("direct-cancel") === "with-order" ? { ...cancelled, OrdenID: purchase.order } : cancelled;
  }
  const fields = {
    ResponseCode: writtenCode(outcome.ResponseCode, switches),
    TransactionID: transactionId,
    RemoteResponseCode: outcome.remoteCode,
    AuthorizationCode: outcome.authorizationCode,
    RetrivalReferenceNumber: outcome.reference,
    TxToken: outcome.token,
    ...(extended && {
      TransactionId: transactionId,
      RetrievalReferenceNumber: outcome.reference,
      CreditCardNumber: maskedCard(outcome, switches) || undefined,
      OrdenID: purchase.order,
    }),
  };
  return withAbsentValues(fields, switches);
}

/** The acknowledgment without the outcome, as the live service sends it. */
function interimBody(bank: Bank, session: LedgerSession): Record<string, string> {
  return { SESSION: returnedSession(bank, session), Description: "Transaction Received" };
}

/** The bodies of a session's return: one for each request, in their order. */
export function bodiesOf(bank: Bank, session: LedgerSession): Readonly<Record<string, string>>[] {
  const { faults, outcome } = session;
  const interim = interimBody(bank, session);
  if (faults.includes("interim-only")) return [interim];
  if (session.direct) return [redirectText(bank, session)];
  if (outcome === undefined) return [interim];
  const form = faults.includes("double-return") ? "both" : bank.switches.get("return-body");
  if (form === "result") return [redirectText(bank, session)];
  const { ResponseCode, authorizationCode } = outcome;
  const second = withAbsentValues(
    {
      ResponseCode: writtenCode(ResponseCode, bank.switches),
      SESSION: interim.SESSION,
      AuthorizationCode: authorizationCode,
    },
    bank.switches,
  );
  return form === "both" ? [interim, second] : [interim];
}

function returnedSession({ identifiers, switches }: Bank, { faults, page, id }: LedgerSession): string {
  if (faults.includes("differing-session")) return identifiers.guid("differing-session");
  return switches.get("returned-session") === "created" ? id : (page ?? id);
}

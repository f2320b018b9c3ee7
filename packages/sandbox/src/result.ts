import type { Outcome, Session } from "./session.ts";
import type { Switches } from "./switches.ts";

/** How a value that is missing from a result is written by the live service. */
const absent = "N/A";

/**
 * The body of a finished query (seed section 2.2), in the spelling that the switches name. Live: TransactionId in both
 * spellings, RetrivalReferenceNumber without its second `e`, SESSION as the page's GUID. No amount and no currency.
 */
export function resultBody(session: Session, outcome: Outcome, switches: Switches): Record<string, string> {
  const { purchase, page } = session;
  const fields = {
    code: outcome.ResponseCode,
    transaction: purchase.transactionId,
    order: purchase.order,
    remote: outcome.remoteCode ?? absent,
    authorization: outcome.authorizationCode ?? absent,
    reference: outcome.reference,
    card: maskedCard(outcome, switches) || absent,
    token: outcome.token,
  };
  const body = spellings[switches.get("result-spelling")](fields, page ?? absent);
  if (switches.get("absent-values") === "N/A") return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== absent));
}

/** The card number as results and returns show it, masked by the character that the switch `card-mask` names. */
export function maskedCard({ maskedCard: masked }: Outcome, switches: Switches): string {
  return switches.get("card-mask") === "asterisk" ? masked.replaceAll("_", "*") : masked;
}

type Fields = Record<
  "code" | "transaction" | "order" | "remote" | "authorization" | "reference" | "card" | "token",
  string
>;

const spellings = {
  live: (of: Fields, page: string) => ({
    ResponseCode: of.code,
    TransactionId: of.transaction,
    TransactionID: of.transaction,
    OrdenID: of.order,
    RemoteResponseCode: of.remote,
    AuthorizationCode: of.authorization,
    RetrivalReferenceNumber: of.reference,
    CreditCardNumber: of.card,
    TxToken: of.token,
    SESSION: page,
  }),
  document: (of: Fields) => ({
    CreditCardNumber: of.card,
    ResponseCode: of.code,
    AuthorizationCode: of.authorization,
    RetrievalReferenceNumber: of.reference,
    OrdenID: of.order,
    TransactionId: of.transaction,
    TxToken: of.token,
    RemoteResponseCode: of.remote,
  }),
  older: (of: Fields) => ({
    ResponseCode: of.code,
    TransactionID: of.transaction,
    OrdenId: of.order,
    RemoteResponseCode: of.remote,
    AuthorizationCode: of.authorization,
    RetrivalReferenceNumber: of.reference,
    CreditcardNumber: of.card,
    TxToken: of.token,
  }),
} satisfies Record<string, (of: Fields, page: string) => Record<string, string>>;

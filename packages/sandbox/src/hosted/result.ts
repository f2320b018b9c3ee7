import type { Switches } from "../switches.ts";
import type { LedgerSession, SessionOutcome } from "./session.ts";

/**
 * The body of a finished query (contract §2.2), in the spelling that the switches name. Live: TransactionId in both
 * spellings, RetrivalReferenceNumber without its second `e`, SESSION as the page's GUID. No amount and no currency.
 */
export function resultBody(
  session: LedgerSession,
  outcome: SessionOutcome,
  switches: Switches,
): Record<string, string> {
  const { purchase, page } = session;
  const fields = {
    code: writtenCode(outcome.ResponseCode, switches),
    transaction: purchase.transactionId,
    order: purchase.order,
    remote: outcome.remoteCode,
    authorization: outcome.authorizationCode,
    reference: outcome.reference,
    card: maskedCard(outcome, switches) || undefined,
    token: outcome.token,
  };
  return withAbsentValues(spellings[switches.get("result-spelling")](fields, page), switches);
}

/** A response code as it goes out, with the space that the switch `code-spaces` asks for. */
export function writtenCode(code: string, switches: Switches): string {
  return { none: code, before: ` ${code}`, behind: `${code} ` }[switches.get("code-spaces")];
}

/** Fields as they go out, those without a value in the way that the switch `absent-values` names. */
export function withAbsentValues(
  fields: Readonly<Record<string, string | undefined>>,
  switches: Switches,
): Record<string, string> {
  const way = switches.get("absent-values");
  const body: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) body[name] = value;
    else if (way !== "omitted") body[name] = way === "N/A" ? "N/A" : "";
  }
  return body;
}

/** The card number as results and returns show it, masked by the character that the switch `card-mask` names. */
export function maskedCard({ maskedCard: masked }: SessionOutcome, switches: Switches): string {
  return switches.get("card-mask") === "asterisk" ? masked.replaceAll("_", "*") : masked;
}

type ResultValues = Record<"code" | "transaction" | "order" | "reference" | "token", string> &
  Record<"remote" | "authorization" | "card", string | undefined>;

const spellings = {
  live: (of: ResultValues, page: string | undefined) => ({
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
  document: (of: ResultValues) => ({
    CreditCardNumber: of.card,
    ResponseCode: of.code,
    AuthorizationCode: of.authorization,
    RetrievalReferenceNumber: of.reference,
    OrdenID: of.order,
    TransactionId: of.transaction,
    TxToken: of.token,
    RemoteResponseCode: of.remote,
  }),
  older: (of: ResultValues) => ({
    ResponseCode: of.code,
    TransactionID: of.transaction,
    OrdenID: of.order,
    RemoteResponseCode: of.remote,
    AuthorizationCode: of.authorization,
    RetrivalReferenceNumber: of.reference,
    CreditcardNumber: of.card,
    TxToken: of.token,
  }),
} satisfies Record<string, (of: ResultValues, page: string | undefined) => Record<string, string | undefined>>;

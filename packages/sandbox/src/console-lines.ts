import type { LedgerSession } from "./hosted/session.ts";
import type { Exchange } from "./http/server.ts";
import type { RestTransaction } from "./rest/rest-transaction.ts";
import { excerpt, maskSecrets } from "./secrets/mask-secrets.ts";
import { byHarm, sentencesOf } from "./warning.ts";

/** A session or transaction in a log line: its order as far as it can be printed, else the start of its id. */
export function orderLabel(order: string, id = ""): string {
  const isPlain = /^[\w.:/#!-]{1,40}$/.test(order) && !/\d{12}/.test(order) && maskSecrets(order) === order;
  return isPlain ? order : id.slice(0, 13);
}

/** What became of a session: its code and why, or that the buyer left. */
export function outcomeLine({ purchase, id, outcome }: LedgerSession): string {
  const name = orderLabel(purchase.order, id);
  if (outcome === undefined) return `${name}: the buyer canceled; nothing was charged`;
  const { ResponseCode, maskedCard, authorizationCode, reason } = outcome;
  const approved = authorizationCode ? `, authorization ${authorizationCode}` : "";
  return `${name}: ${ResponseCode} with ${maskedCard || "no card"}${approved}${reason ? `: ${reason.en}` : ""}`;
}

/** What became of a REST transaction: its code and why. */
export function transactionLine(transaction: RestTransaction): string {
  const { invoice, id, operation, code, maskedCard, approvalCode, reason } = transaction;
  const approved = approvalCode ? `, approval ${approvalCode}` : "";
  const card = maskedCard === "" ? "" : ` with ${maskedCard}`;
  return `${orderLabel(invoice, id)}: ${operation} ${code}${card}${approved}${reason ? `: ${reason.en}` : ""}`;
}

/** The warnings about an exchange, and why it was refused: one line each, which begins with the order. */
export function exchangeLines({ request, response }: Exchange): string[] {
  const { method, path, subject, warnings, reason } = request;
  const name = subject || `${method} ${excerpt(path, 120)}`;
  const refused =
    response.status >= 400 && reason !== undefined ? [`refused with ${response.status}: ${reason.en}`] : [];
  return [...sentencesOf(byHarm(warnings)).warnings, ...refused].map((line) => `${name}: ${line}`);
}

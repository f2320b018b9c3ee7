const batch = "(?:batch|lote)";
const auxiliary = String.raw`(?:\s+(?:is|was|has|been|already|ya|est[áa]|fue|ha|sido|se\s+encuentra))*`;
const closed = new RegExp(
  String.raw`\b${batch}(?:\s+\w{1,12})?${auxiliary}\s+(?:closed|cerrado)(?![\p{L}])|\bclosed\s+${batch}\b`,
  "iu",
);
const negated =
  /\b(?:no|not|sin|aún|aun|todavía|yet|nunca|never|if|si|until|hasta|before|antes)\b(?=[^.;:!]*\b(?:closed|cerrado))/iu;
const doneBefore =
  /(?<!\p{L})(?:anulad[ao]s?|reversad[ao]s?|revertid[ao]s?|devuelt[ao]s?|reembolsad[ao]s?|reintegrad[ao]s?|voided|reversed|refunded|returned|cancel(?:l?ed|ad[ao]s?))(?!\p{L})/iu;

/** Whether a refusal's words say that the transaction has been taken back before ("ya anulada en este lote"). */
export const saysDoneBefore = (words: string): boolean => doneBefore.test(words);

/**
 * Whether a refusal's words say unmistakably that the batch is closed ("Lote cerrado", "Batch already closed"), and nothing
 * that may mean that the transaction has been taken back before. In doubt false: what follows is a second refund.
 */
export const saysClosed = (words: string): boolean =>
  closed.test(words) && !negated.test(words) && !saysDoneBefore(words);

const approved = /(?<!\p{L})(?:approved|aprobad[ao]|autorizad[ao]|authori[sz]ed)(?!\p{L})/iu;
const refused =
  /(?<!\p{L})(?:declined|denied|rejected|refused|rechazad[ao]|denegad[ao]|declinad[ao]|(?:not|no)\s+(?:fue\s+)?(?:approved|authori[sz]ed|aprobad[ao]|autorizad[ao]))(?!\p{L})/iu;

/** Whether a description says that the transaction was refused. */
export const saysRefused = (words: string): boolean => refused.test(words);

/** Whether a description says that the transaction was approved, and nothing that denies it. */
export const saysApproved = (words: string): boolean =>
  approved.test(words) && !/(?<!\p{L})(?:no|not|sin|un|never|nunca)(?!\p{L})/iu.test(words) && !saysRefused(words);

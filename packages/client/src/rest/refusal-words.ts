const number = String.raw`(?:\s+(?:no\.?|number|n[úu]mero|#)?\s*\d{1,12})?`;
const auxiliary = String.raw`(?:\s+(?:is|was|has|been|already|ya|est[áa]|fue|ha|sido|se\s+encuentra))*`;
const closed = new RegExp(String.raw`\b(?:batch|lote)${number}${auxiliary}\s+(?:closed|cerrado)(?!\p{L})`, "iu");
/** A closing denied, wished for, or yet to come. */
const notClosed =
  /(?<!\p{L})(?:(?:no|not|sin|nunca|never|isn't|wasn't)(?!\p{L})(?=[^.;:!]*(?:closed|cerrado))|(?:aún|aun|todavía|yet|if|si|until|hasta|before|antes|requi\p{L}+|must|debe\p{L}*|needs?|being|siendo)(?!\p{L}))/iu;
const doneBefore =
  /(?<!\p{L})(?:anulad[ao]s?|reversad[ao]s?|revertid[ao]s?|devuelt[ao]s?|reembolsad[ao]s?|reintegrad[ao]s?|voided|reversed|refunded|already\s+returned|cancel(?:l?ed|ad[ao]s?))(?!\p{L})/iu;

/** Whether a refusal's words say that the transaction has been taken back before ("ya anulada en este lote"). */
export const saysDoneBefore = (words: string): boolean => doneBefore.test(words);

/**
 * Whether a refusal's words say unmistakably that the batch is closed ("Lote cerrado", "Batch already closed"), and nothing
 * that may mean that the transaction has been taken back before. In doubt false: what follows is a second refund.
 */
export const saysClosed = (words: string): boolean =>
  closed.test(words) && !notClosed.test(words) && !saysDoneBefore(words);

const approved = /(?<!\p{L})(?:approved|aprobad[ao])(?!\p{L})/iu;
const refused =
  /(?<!\p{L})(?:declined|denied|rejected|refused|rechazad[ao]|denegad[ao]|declinad[ao]|(?:not|no)\s+(?:fue\s+)?(?:approved|authori[sz]ed|aprobad[ao]|autorizad[ao]))(?!\p{L})/iu;

/** Whether a description says that the transaction was refused. */
export const saysRefused = (words: string): boolean => refused.test(words);

/** Whether a description says that the transaction was approved, and nothing that denies it. */
export const saysApproved = (words: string): boolean =>
  approved.test(words) && !/(?<!\p{L})(?:no|not|sin|un|never|nunca)(?!\p{L})/iu.test(words) && !saysRefused(words);

// These patterns match folded words: lower case, without accents.
const word = (words: string) => String.raw`(?<!\p{L})(?:${words})(?!\p{L})`;
const anyOf = (...words: readonly string[]) => words.join("|");

const number = String.raw`(?:\s+(?:(?:no\.?|number|numero|#)\s*)?\d{1,12})?`;
const auxiliary = String.raw`(?:\s+(?:is|was|has|been|already|ya|esta|fue|ha|sido|se\s+encuentra))*`;
const closed = new RegExp(String.raw`\b(?:batch|lote)${number}${auxiliary}\s+(?:closed|cerrado)(?!\p{L})`, "u");

const denial = new RegExp(word("no|not|cannot|can't|sin|nunca|never|isn't|wasn't|imposible|impossible"), "u");
/** Words about a batch that is still to be closed. */
const notYet = word(
  String.raw`aun|todavia|yet|if|si|until|hasta|before|antes|requi\p{L}+|must|debe\p{L}*|needs?|being|siendo`,
);
const notFound = anyOf(
  String.raw`(?:no|not|never|nunca)\s+(?:(?:fue|se|ha|was|is|been)\s+)*(?:encontr|found|hall|localiz|valid|disponib|availab)`,
  "invalid|desconocid|unknown|missing",
);
/** Words that say that a batch is still to be closed, or that a closed one was not found. */
const notClosed = new RegExp(String.raw`${notYet}|(?<!\p{L})(?:closed|cerrado)\s+(?:${notFound})`, "u");

/** Words that say that something was refused, or has failed. */
const refused = new RegExp(
  word(
    anyOf(
      "declined|denied|rejected|refused|failed|(?:rechaz|deneg|declin)ad[ao]|fallid[ao]",
      String.raw`(?:not|no)\s+(?:fue\s+)?(?:approved|authori[sz]ed|processed|completed|found)`,
      String.raw`no\s+(?:fue\s+)?(?:aprob|autoriz|proces|realiz|complet|efectu|encontr)ad[ao]`,
    ),
  ),
  "iu",
);

/** Words about something earlier, whatever it was. */
const earlier = new RegExp(
  String.raw`${word("ya|already|anteriormente|again")}|(?<!\p{L})(?:previ|duplic|exist|repet|repeat)`,
  "u",
);
/** Spanish verbs for a reversal, without their endings. */
const reversalStems = "anul|revers|reembols|reintegr|extorn|cancel|acredit|abon";
/** A transaction that was reversed: a participle, a past tense or another word for it. */
const reversed = new RegExp(
  word(
    anyOf(
      `(?:${reversalStems})ad[ao]s?`,
      "(?:revert|retroced)id[ao]s?|devuelt[ao]s?|nul[ao]s?",
      String.raw`(?:se|lo|la)\s+(?:${reversalStems}|revirti|devolvi)o`,
      "anulo|cancelo|revirtio|devolvio",
      String.raw`(?:dejad[ao]|qued[ao]|transaccion|venta|pago|cargo)\s+sin\s+efecto`,
      "voided|reversed|refunded|credited|cancell?ed|nullified|annulled|undone",
      String.raw`(?:rolled|charged|taken)\s+back|(?:is|was|been|now)\s+void|(?:is|was|been|were|funds|money|amount)\s+returned`,
      String.raw`(?:transaction|sale|payment|charge)\s+(?:is\s+)?no\s+longer`,
    ),
  ),
  "u",
);
/** A reversal that is to come. */
const reversing = new RegExp(word(String.raw`(?:se|lo|la)\s+(?:(?:${reversalStems})ar|revertir|devolver)a`), "u");
/** Names for a reversal. */
const reversal = new RegExp(
  word(
    anyOf(
      "(?:anulacion|reverso|reversa|reversion|extorno|devolucion|reembolso|reintegro|cancelacion|credito|contracargo)(?:es|s)?",
      "(?:reversal|cancell?ation|void(?:ing)?|refund|chargeback)s?|credits?(?!\\s+card)",
    ),
  ),
  "u",
);
/** Words that say that something was done. */
const done = new RegExp(
  word(
    anyOf(
      "(?:aplic|realiz|proces|registr|efectu|ejecut|complet|termin|aprob|gener)ad[ao]s?|hech[ao]s?|emitid[ao]s?|exitos[ao]s?",
      "done|made|applied|issued|processed|performed|executed|registered|recorded|approved",
      "completed?|finished|succeeded|successful",
    ),
  ),
  "u",
);

/** Words that say that something was begun. A refusal has them, too: "void not authorized". */
const begun = new RegExp(
  word(
    anyOf(
      "(?:acept|autoriz|confirm|envi|program|encol)ad[ao]s?|pendientes?|en\\s+(?:proceso|curso|cola)",
      "accepted|authori[sz]ed|confirmed|sent|queued|scheduled|posted|pending|in\\s+(?:process|progress)",
    ),
  ),
  "u",
);

// Not one pattern for two words of a clause: that reads the clause again after each first word.
const clausesOf = (folded: string): string[] => folded.replace(/(?<!\p{L})no\.?\s*\d{1,12}/gu, " ").split(/[.;:!]/);
const isReversalRefused = (clause: string): boolean => denial.test(clause) || refused.test(clause);
const saysReversalDone = (clause: string): boolean =>
  reversal.test(clause) && (done.test(clause) || (begun.test(clause) && !isReversalRefused(clause)));
const mayReverse = (clause: string): boolean =>
  (reversal.test(clause) || reversing.test(clause)) && !isReversalRefused(clause);

function deniesClosing(clause: string): boolean {
  const found = denial.exec(clause);
  return found !== null && /closed|cerrado/.test(clause.slice(found.index + found[0].length));
}

/**
 * Whether words say, or may mean, that a transaction was made or taken back before ("ya anulada en este lote",
 * "Duplicate void"). A batch that is "already closed" does not.
 */
export function saysDoneBefore(words: string): boolean {
  const rest = fold(words).replace(closed, " ");
  return earlier.test(rest) || reversed.test(rest) || clausesOf(rest).some(saysReversalDone);
}

/**
 * Whether a refusal's words say unmistakably that the batch is closed ("Lote cerrado", "Batch already closed"), and
 * nothing that may mean that the transaction was taken back, or will be. In doubt false, because a refund follows: it
 * could return the money a second time.
 */
export const saysClosed = (words: string): boolean => closed.test(fold(words)) && !deniesClosed(words);

/** Whether words beside the code for a closed batch (77) deny that it is closed, or leave a doubt. */
export function deniesClosed(words: string): boolean {
  const folded = fold(words);
  if (notClosed.test(folded) || clausesOf(folded).some(deniesClosing) || saysDoneBefore(words)) return true;
  return clausesOf(folded.replace(closed, " ")).some(mayReverse);
}

/** All texts in a parsed answer, joined so that each is a clause of its own. */
export function wordsIn(answer: unknown): string {
  // No recursion: an answer may be nested more deeply than the stack is.
  const values = [answer];
  const texts: string[] = [];
  for (const value of values) {
    if (typeof value === "string") texts.push(decodeUnicodeEscapes(value));
    else if (typeof value === "object" && value !== null) {
      for (const one of Object.values(value)) values.push(one);
    }
  }
  return texts.join("; ");
}

const decodeUnicodeEscapes = (text: string) =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Lower case, without accents and invisible characters. */
const fold = (words: string) =>
  words
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase();

const approved = new RegExp(word("approved|aprobad[ao]"), "iu");
const negation = new RegExp(word("no|not|sin|un|never|nunca"), "iu");

/** Whether a description says that the transaction was refused, or has failed. */
export const saysRefused = (words: string): boolean => refused.test(words);

/** Whether a description says that the transaction has been taken back. */
export const saysTakenBack = (words: string): boolean => reversed.test(fold(words));

/** Whether a description says that the transaction was approved, and nothing that denies it. */
export const saysApproved = (words: string): boolean =>
  approved.test(words) && !negation.test(words) && !saysRefused(words);

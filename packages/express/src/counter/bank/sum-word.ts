import { maxCellLength } from "./text.ts";

/** Words with which the name of a sum begins, and words that may follow, in both languages and without accents. */
const heads = [
  "(?:(?:gran|grand|monto|importe|valor|net|batch) ?)?(?:sub\\W?)?total(?:s|es)?",
  "sum(?:a|as)?|neto|net|saldo|balance|comision(?:es)?|fees?|itbis|impuestos?|tax(?:es)?|retencion(?:es)?",
].join("|");
const tails = [
  "general|net[oa]?s?|brut[oa]s?|gross|ventas|sales|cobros?|charges|comision(?:es)?|fees?|itbis|impuestos?|tax(?:es)?",
  "retencion(?:es)?|descuentos?|transaccion(?:es)?|transactions?|aprobad[oa]s?|approved|deposit(?:o|os|ado|ar)",
  "pagado|pagar|paid|amount|dia|day|mes|month|anterior|actual|pesos?|dolares|visa|mastercard|amex",
  "(?:lote|batch)(?:\\W*\\d+)?|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|a|de|del|el|en|in|y|of|for|the|rd|us|dop|usd",
].join("|");

// Spaces and other signs separate the words, but not `_` and `-`. A count or the sum itself may follow.
const apart = "[^\\p{L}\\p{N}_-]+";
const sumWord = new RegExp(
  `^\\W*(?:${heads})(?:${apart}(?:${tails})(?![\\p{L}\\p{N}]))*` +
    `(?:${apart}(?:(?<count>\\d+)|\\d[\\d.,]*[.,]\\d\\d))?[^\\p{L}\\p{N}]*$`,
  "iu",
);

/**
 * Reads the name of a sum: `Total`, `TOTAL 3`. `undefined` for any other cell.
 * @returns `count`: the number of payments that it says, as it is written
 */
export function readSumName(cell: string): { count: string | undefined } | undefined {
  if (cell.length > maxCellLength) return undefined;
  const found = sumWord.exec(cell.normalize("NFKD").replaceAll(/\p{M}/gu, "").trim());
  return found === null ? undefined : { count: found.groups?.count };
}

/** Whether a cell is the name of a sum. An order may be called `TOTAL-1` or `TAX 7`, and a shop `Total Naco`. */
export const isSum = (cell: string): boolean =>
  readSumName(cell) !== undefined && (/total/i.test(cell) || !/\d/.test(cell));

/** No cell that says what its row sums up is longer. */
const maxLength = 64;

/** What a sum may be of, in both languages and without accents. */
const sumOf = [
  "general|net[oa]?s?|brut[oa]s?|gross|ventas|sales|comision(?:es)?|fees?|itbis|impuestos?|tax(?:es)?|retencion(?:es)?",
  "descuentos?|transaccion(?:es)?|transactions?|deposit(?:o|os|ado|ar)|pagar|amount|dia|day|lote|batch|mes|month",
  "a|de|del|of|for|the|rd|us|dop|usd",
].join("|");

// Words are apart by what is no letter, digit, `_` or `-`. Behind them may stand a count, or the sum itself.
const apart = "[^\\p{L}\\p{N}_-]+";
const sumWord = new RegExp(
  `^\\W*(?:(?:gran|grand|monto|importe|valor)\\W*)?(?:sub\\W?)?total(?:es)?(?:${apart}(?:${sumOf})(?!\\p{L}))*` +
    `(?:${apart}(?:(?<count>\\d+)|\\d[\\d.,]*[.,]\\d\\d))?[^\\p{L}\\p{N}]*$`,
  "iu",
);

/** How many payments a cell sums up, as `TOTAL 3` does; "" where it says `Total` alone; `undefined` for another cell. */
export function countIn(cell: string): string | undefined {
  if (cell.length > maxLength) return undefined;
  const { groups } = sumWord.exec(cell.normalize("NFKD").replaceAll(/\p{M}/gu, "").trim()) ?? {};
  return groups && (groups.count ?? "");
}

/** Whether a cell says that its row is a sum: an order may be called `TOTAL-1`, and a shop `Total Naco`. */
export const isSum = (cell: string): boolean => countIn(cell) !== undefined;

import { type Batch, cardSchemeOf } from "@ventanilla/client";
import { byteOrderMark, type Cell, csvRow, decimalText } from "@ventanilla/web";
import { approvedAmountOf, knownTaxOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { bankOrderOf } from "../attempt/rules.ts";
import { schemeName } from "./format.ts";
import { markNames, marksOf } from "./marks.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** What the cells of the file depend on besides the attempt. */
interface RowContext {
  language: CounterLanguage;
  batch: Batch;
  clock: Intl.DateTimeFormat;
}

interface Column {
  readonly es: string;
  readonly en: string;
  readonly of: (attempt: Attempt, context: RowContext) => string | undefined;
  /** Whether its texts are ids, in which every character counts. Default: no */
  readonly isId?: true;
}

const columns: readonly Column[] = [
  { es: "Lote", en: "Batch", of: (_, { batch }) => batch.date },
  {
    es: "Aprobado",
    en: "Approved",
    of: ({ facts }, { clock }) => (facts.settledAt === undefined ? undefined : clock.format(facts.settledAt)),
  },
  { es: "Pedido", en: "Order", of: ({ order }) => order, isId: true },
  { es: "Pedido en el banco", en: "Order at the bank", of: bankOrderOf, isId: true },
  { es: "TransactionId", en: "TransactionId", of: ({ transactionId }) => transactionId, isId: true },
  { es: "Referencia", en: "Reference", of: ({ facts }) => facts.verdict?.reference, isId: true },
  { es: "Autorización", en: "Authorization", of: ({ facts }) => facts.verdict?.authorizationCode, isId: true },
  { es: "Tarjeta", en: "Card", of: ({ facts }) => facts.verdict?.maskedCard },
  {
    es: "Marca",
    en: "Scheme",
    of: ({ facts }, { language }) => schemeName(cardSchemeOf(facts.verdict?.maskedCard), language),
  },
  { es: "Moneda", en: "Currency", of: ({ amount }) => amount.currency },
  { es: "Monto", en: "Amount", of: (attempt) => decimalIn(approvedAmountOf(attempt)) },
  { es: "ITBIS", en: "ITBIS", of: (attempt) => decimalIn(knownTaxOf(attempt)) },
  { es: "Intento", en: "Attempt", of: ({ id }) => id, isId: true },
  {
    es: "Nota",
    en: "Note",
    of: (attempt, { language }) =>
      marksOf(attempt)
        .map((mark) => markNames[language][mark])
        .join("; "),
  },
];

/** An amount for a cell. `undefined` when it is not known: of a part that nobody has named, or its tax. */
const decimalIn = (known: Attempt["amount"] | undefined): string | undefined => known && decimalText(known.minor);

const cellsOf = (attempt: Attempt, context: RowContext): Cell[] =>
  columns.map(({ of, isId }) => {
    const text = of(attempt, context) ?? "";
    return isId ? { id: text } : text;
  });

const endings = {
  es: (count: number) => `Fin: ${count} ${count === 1 ? "pago" : "pagos"}`,
  en: (count: number) => `End: ${count} ${count === 1 ? "payment" : "payments"}`,
};

/**
 * The payments of a batch as CSV, piece by piece: UTF-8 with a byte order mark, a row of names, a row for each payment,
 * and a last row that counts them. A file without the last row is not complete.
 * @param pages the payments, the earliest first
 * @param timeZone of the times in the file
 * @throws what `pages` throws: then there is no last row
 */
export async function* batchCsv(
  pages: AsyncIterable<readonly Attempt[]>,
  batch: Batch,
  timeZone: string,
  language: CounterLanguage,
): AsyncGenerator<string, void, void> {
  const context = { language, batch, clock: clockOf(timeZone) };
  let count = 0;
  let text = byteOrderMark + csvRow(columns.map((column) => column[language]));
  for await (const attempts of pages) {
    // The names go with the first payments: a store that fails at once has sent nothing.
    yield text + attempts.map((attempt) => csvRow(cellsOf(attempt, context))).join("");
    text = "";
    count += attempts.length;
  }
  yield text + csvRow([endings[language](count), ...columns.slice(1).map(() => "")]);
}

/** Writes `2026-11-20 14:03:22`, which spreadsheets read as a time in every language. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
}

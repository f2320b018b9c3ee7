import { type Batch, cardSchemeOf, type Money } from "@ventanilla/client";
import { byteOrderMark, type Cell, csvRow, decimalText } from "@ventanilla/web";
import { approvedAmountOf, knownTaxOf, sumGivenBack } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { bankOrderOf } from "../attempt/rules.ts";
import { schemeName } from "./format.ts";
import { markNames, marksOf } from "./marks.ts";
import type { Return } from "./returns.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** What the cells of a file depend on besides the attempt. */
export interface CsvContext {
  language: CounterLanguage;
  clock: Intl.DateTimeFormat;
}

interface BatchContext extends CsvContext {
  batch: Batch;
}

/** A column of a file: its name in each language, and what its cells say. */
export interface Column<Context extends CsvContext = CsvContext> {
  readonly es: string;
  readonly en: string;
  readonly of: (attempt: Attempt, context: Context) => string | undefined;
  /** What it says of a part that went back. Default: what it says of the payment */
  readonly ofReturn?: (part: Return, context: Context) => Cell;
  /** Whether its texts are ids, in which every character counts. Default: no */
  readonly isId?: true;
}

/** The columns that say which payment it is, how much it was, and what a person recorded about it. */
export const paymentColumns: readonly Column[] = [
  { es: "Pedido", en: "Order", of: ({ order }) => order, isId: true },
  { es: "Pedido en el banco", en: "Order at the bank", of: bankOrderOf, isId: true },
  { es: "TransactionId", en: "TransactionId", of: ({ transactionId }) => transactionId, isId: true },
  {
    es: "Referencia",
    en: "Reference",
    of: ({ facts }) => facts.verdict?.reference,
    ofReturn: ({ reference = "" }) => ({ id: reference }),
    isId: true,
  },
  {
    es: "Autorización",
    en: "Authorization",
    of: ({ facts }) => facts.verdict?.authorizationCode,
    ofReturn: () => "",
    isId: true,
  },
  { es: "Tarjeta", en: "Card", of: ({ facts }) => facts.verdict?.maskedCard },
  {
    es: "Marca",
    en: "Scheme",
    of: ({ facts }, { language }) => schemeName(cardSchemeOf(facts.verdict?.maskedCard), language),
  },
  { es: "Moneda", en: "Currency", of: ({ amount }) => amount.currency },
  {
    es: "Monto",
    en: "Amount",
    of: (attempt) => decimalIn(approvedAmountOf(attempt)),
    ofReturn: ({ amount }) => ({ minor: -amount.minor }),
  },
  {
    es: "ITBIS",
    en: "ITBIS",
    of: (attempt) => decimalIn(knownTaxOf(attempt)),
    ofReturn: ({ tax }) => ({ minor: -tax }),
  },
  { es: "Devuelto", en: "Given back", of: (attempt) => decimalIn(restOf(attempt)?.givenBack), ofReturn: () => "" },
  { es: "Neto", en: "Net", of: (attempt) => decimalIn(restOf(attempt)?.net), ofReturn: () => "" },
  { es: "Intento", en: "Attempt", of: ({ id }) => id, isId: true },
  {
    es: "Nota",
    en: "Note",
    of: (attempt, { language }) =>
      marksOf(attempt)
        .map((mark) => markNames[language][mark])
        .join("; "),
    ofReturn: ({ at }, { language, clock }) => wentBack[language](clock.format(at).slice(0, "2026-11-20".length)),
  },
];

const batchColumns: readonly Column<BatchContext>[] = [
  { es: "Lote", en: "Batch", of: (_, { batch }) => batch.date },
  {
    es: "Aprobado",
    en: "Approved",
    of: ({ facts }, { clock }) => (facts.settledAt === undefined ? undefined : clock.format(facts.settledAt)),
  },
  ...paymentColumns,
];

/** What went back of a charge, and what is left. `undefined` where nothing was charged, or nobody knows how much. */
function restOf(attempt: Attempt): { givenBack: Money; net: Money } | undefined {
  const charged = attempt.state === "approved" && attempt.facts.capture === undefined;
  const approved = charged ? approvedAmountOf(attempt) : undefined;
  if (approved === undefined) return undefined;
  const minor = sumGivenBack(attempt);
  return { givenBack: { ...approved, minor }, net: { ...approved, minor: approved.minor - minor } };
}

/** An amount for a cell. `undefined` when it is not known: of a part that nobody has named, or its tax. */
const decimalIn = (known: Money | undefined): string | undefined => known && decimalText(known.minor);

const wentBack = { es: (day: string) => `Devuelto el ${day}`, en: (day: string) => `Given back on ${day}` };

/** The last row: how many payments there are, and how many parts that went back. */
function ending(language: CounterLanguage, count: number, back: number): string {
  if (language === "es") {
    const ended = `Fin: ${count} ${count === 1 ? "pago" : "pagos"}`;
    return back === 0 ? ended : `${ended} y ${back} ${back === 1 ? "devolución" : "devoluciones"}`;
  }
  const ended = `End: ${count} ${count === 1 ? "payment" : "payments"}`;
  return back === 0 ? ended : `${ended} and ${back} ${back === 1 ? "return" : "returns"}`;
}

/**
 * The payments of a batch as CSV, and then the parts that went back in it, with a negative amount: see {@link csvOf}. The
 * amounts add up to the batch's net sum.
 * @param timeZone of the times in the file
 */
export function batchCsv(
  { payments, returns }: BatchContent,
  batch: Batch,
  timeZone: string,
  language: CounterLanguage,
): AsyncGenerator<string, void, void> {
  const context = { language, batch, clock: clockOf(timeZone) };
  return csvOf(payments, batchColumns, context, returns);
}

/** What is in a batch. */
interface BatchContent {
  /** The payments, the earliest first. */
  payments: AsyncIterable<readonly Attempt[]>;
  /** Reads what went back. */
  returns(): Promise<readonly Return[]>;
}

/**
 * Payments as CSV, piece by piece: UTF-8 with a byte order mark, a row of names, a row for each payment, one for each part
 * that went back, and a last row that counts them. A file without the last row is not complete.
 * @param returns reads what went back. Default: nothing
 * @throws what `pages` or `returns` throws: then there is no last row
 */
export async function* csvOf<Context extends CsvContext>(
  pages: AsyncIterable<readonly Attempt[]>,
  columns: readonly Column<Context>[],
  context: Context,
  returns: () => Promise<readonly Return[]> = async () => [],
): AsyncGenerator<string, void, void> {
  const { language } = context;
  const cellsOf = (attempt: Attempt): Cell[] =>
    columns.map(({ of, isId }) => {
      const text = of(attempt, context) ?? "";
      return isId ? { id: text } : text;
    });
  const returnCells = (part: Return): Cell[] =>
    columns.map((column, at) => column.ofReturn?.(part, context) ?? cellsOf(part.payment)[at] ?? "");
  let count = 0;
  let text = byteOrderMark + csvRow(columns.map((column) => column[language]));
  for await (const attempts of pages) {
    // The names go with the first payments: a store that fails at once has sent nothing.
    yield text + attempts.map((attempt) => csvRow(cellsOf(attempt))).join("");
    text = "";
    count += attempts.length;
  }
  const back = await returns();
  const rows = back.map((part) => csvRow(returnCells(part))).join("");
  yield text + rows + csvRow([ending(language, count, back.length), ...columns.slice(1).map(() => "")]);
}

/** Writes `2026-11-20 14:03:22`, which spreadsheets read as a time in every language. */
export function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
}

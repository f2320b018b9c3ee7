import { type Batch, cardSchemeOf, type Money } from "@ventanilla/client";
import type { Cell } from "@ventanilla/web";
import { approvedAmountOf, sumGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { leftOf } from "../../attempt/given-back.ts";
import { bankOrderOf } from "../../attempt/rules.ts";
import { schemeName } from "../format.ts";
import type { Return } from "../give-back/returns.ts";
import { markNames, marksOf } from "../standing/marks.ts";
import { taxOf } from "../sums/totals.ts";
import type { CounterLanguage } from "../texts/texts.ts";

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
  readonly of: (attempt: Attempt, context: Context) => Cell | undefined;
  /** What it says of a part that went back. Default: what it says of the payment */
  readonly ofReturn?: (part: Return, context: Context) => Cell;
}

/** The columns that say which payment it is, how much it was, and what a person recorded about it. */
export const paymentColumns: readonly Column[] = [
  { es: "Pedido", en: "Order", of: ({ order }) => ({ id: order }) },
  { es: "Pedido en el banco", en: "Order at the bank", of: (attempt) => ({ id: bankOrderOf(attempt) }) },
  { es: "TransactionId", en: "TransactionId", of: ({ transactionId }) => ({ id: transactionId }) },
  {
    es: "Referencia",
    en: "Reference",
    of: ({ facts }) => idOf(facts.verdict?.reference),
    ofReturn: ({ reference = "" }) => ({ id: reference }),
  },
  {
    es: "Autorización",
    en: "Authorization",
    of: ({ facts }) => idOf(facts.verdict?.authorizationCode),
    ofReturn: () => "",
  },
  { es: "Tarjeta", en: "Card", of: ({ facts }) => facts.verdict?.maskedCard },
  {
    es: "Marca",
    en: "Scheme",
    of: ({ facts: { verdict } }, { language }) =>
      verdict?.maskedCard && schemeName(cardSchemeOf(verdict.maskedCard), language),
  },
  { es: "Moneda", en: "Currency", of: ({ amount }) => amount.currency },
  {
    es: "Monto",
    en: "Amount",
    of: (attempt) => amountIn(approvedAmountOf(attempt)),
    ofReturn: ({ amount }) => ({ minor: -amount.minor }),
  },
  {
    es: "ITBIS",
    en: "ITBIS",
    of: (attempt) => amountIn(taxOf(attempt)),
    ofReturn: ({ tax }) => ({ minor: -tax }),
  },
  { es: "Devuelto", en: "Given back", of: (attempt) => amountIn(restOf(attempt)?.givenBack), ofReturn: () => "" },
  { es: "Neto", en: "Net", of: (attempt) => amountIn(restOf(attempt)?.net), ofReturn: () => "" },
  { es: "Producto", en: "Product", of: ({ facts }) => idOf(facts.product) },
  { es: "Intento", en: "Attempt", of: ({ id }) => ({ id }) },
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
  { es: "Lote", en: "Batch", of: (_, { batch }) => ({ time: batch.date }) },
  {
    es: "Aprobado",
    en: "Approved",
    of: ({ facts }, { clock }) => (facts.settledAt === undefined ? undefined : { time: clock.format(facts.settledAt) }),
  },
  ...paymentColumns,
];

/** What went back of a charge, and what is left. `undefined` where nothing was charged, or nobody knows how much. */
function restOf(attempt: Attempt): { givenBack: Money; net: Money } | undefined {
  const net = leftOf(attempt);
  return net && { givenBack: { ...net, minor: sumGivenBack(attempt) }, net };
}

/** An amount for a cell. `undefined` when it is not known: of a part that nobody has named, or its tax. */
const amountIn = (known: Money | undefined): Cell | undefined => known && { minor: known.minor };

const idOf = (text: string | undefined): Cell | undefined => (text === undefined ? undefined : { id: text });

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
 * The payments of a batch as rows, and then the parts that went back in it, with a negative amount: see {@link rowsOf}. The
 * amounts add up to the batch's net sum.
 * @param timeZone of the times in the file
 */
export function batchRows(
  { payments, returns }: BatchContent,
  batch: Batch,
  timeZone: string,
  language: CounterLanguage,
): AsyncGenerator<Cell[][], void, void> {
  const context = { language, batch, clock: clockOf(timeZone) };
  return rowsOf(payments, batchColumns, context, returns);
}

/** What is in a batch. */
interface BatchContent {
  /** The payments, the earliest first. */
  payments: AsyncIterable<readonly Attempt[]>;
  /** Reads what went back. */
  returns(): Promise<readonly Return[]>;
}

/**
 * Payments as rows: the names of the columns, a row for each payment, one for each part that went back, and a last row
 * that counts them. A file without the last row is not complete.
 * @param returns reads what went back. Default: nothing
 * @throws what `pages` or `returns` throws: then there is no last row
 */
export async function* rowsOf<Context extends CsvContext>(
  pages: AsyncIterable<readonly Attempt[]>,
  columns: readonly Column<Context>[],
  context: Context,
  returns: () => Promise<readonly Return[]> = async () => [],
): AsyncGenerator<Cell[][], void, void> {
  const { language } = context;
  const cellsOf = (attempt: Attempt): Cell[] => columns.map(({ of }) => of(attempt, context) ?? "");
  const returnCells = (part: Return): Cell[] =>
    columns.map(({ of, ofReturn }) => ofReturn?.(part, context) ?? of(part.payment, context) ?? "");
  let count = 0;
  let names: Cell[][] = [columns.map((column) => column[language])];
  for await (const attempts of pages) {
    // The names go with the first payments: a store that fails at once has sent nothing.
    yield [...names, ...attempts.map(cellsOf)];
    names = [];
    count += attempts.length;
  }
  const back = await returns();
  const last = [ending(language, count, back.length), ...columns.slice(1).map(() => "")];
  yield [...names, ...back.map(returnCells), last];
}

/** Writes `2026-11-20 14:03:22`, which spreadsheets read as a time in every language. */
export function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
}

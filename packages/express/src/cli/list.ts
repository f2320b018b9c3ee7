import { ArgumentError, type Batch, batchAt, batchOf, usualBatchClose } from "@ventanilla/client";
import { formatMoney, printable } from "@ventanilla/web";
import { approvedAmountOf, isPartial } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { viewOf } from "../attempt/outcome.ts";
import { batchRows } from "../counter/download/batch-rows.ts";
import { csvText } from "../counter/download/csv-text.ts";
import { schemeName } from "../counter/format.ts";
import { returnsIn } from "../counter/give-back/returns.ts";
import { markNames, marksOf } from "../counter/standing/marks.ts";
import { type MarkedTotal, Totals } from "../counter/sums/totals.ts";
import { approvedIn } from "../staff/pages.ts";
import { closedBatch } from "../staff/summary.ts";
import type { ShopStore } from "../stores/store.ts";
import { type Command, type CommandResult, type Invocation, storeOption, withOptionNames } from "./command.ts";
import { indent, table, timeOf } from "./table.ts";

/** `list`: the approved payments of a batch, as the counter shows them. */
export const list: Command = {
  usage: "list [--batch <date>] [--csv] [--lang es|en] [--batch-close <HH:MM>] [--time-zone <zone>]",
  about:
    "lists the approved payments between two batch closes, with totals; --csv writes the counter's file. Default: the last batch that has closed, at 19:00 in America/Santo_Domingo; a file in English",
  options: {
    ...storeOption,
    batch: { type: "string" },
    csv: { type: "boolean" },
    lang: { type: "string" },
    "batch-close": { type: "string" },
    "time-zone": { type: "string" },
  },
  async run(invocation) {
    const { csv = false, json = false, lang = "en" } = invocation.values;
    if (csv === true && json === true) throw new ArgumentError("list: expected either --csv or --json");
    if (lang !== "es" && lang !== "en") throw new ArgumentError("--lang: expected es or en");
    const { batch, open, timeZone, store } = await batchIn(invocation);
    if (csv !== true) return listBatch(store, batch, open);
    const content = { payments: approvedIn(store, batch), returns: () => returnsIn(store, batch) };
    return { ok: true, file: csvText(batchRows(content, batch, timeZone, lang)) };
  },
};

interface Chosen {
  batch: Batch;
  /** The batch that has not closed yet, where the command line names none. */
  open?: Batch;
  timeZone: string;
  store: ShopStore;
}

/** The batch that the command line names, else the last that has closed by the store's clock. */
async function batchIn({ values, store: open }: Invocation): Promise<Chosen> {
  const { batch: date, "batch-close": time = usualBatchClose.batchClose } = values;
  const { "time-zone": timeZone = usualBatchClose.timeZone } = values;
  const close = { batchClose: String(time), timeZone: String(timeZone) };
  const names = { batch: "--batch", batchClose: "--batch-close", timeZone: "--time-zone" };
  return withOptionNames(names, async () => {
    const named = date === undefined ? undefined : batchOf(String(date), close.batchClose, close.timeZone);
    const store = await open();
    const opened = { timeZone: close.timeZone, store };
    if (named) return { batch: named, ...opened };
    const now = await store.now();
    return { batch: closedBatch(now, close), open: batchAt(now, close.batchClose, close.timeZone), ...opened };
  });
}

async function listBatch(store: ShopStore, batch: Batch, open?: Batch): Promise<CommandResult> {
  const payments: Attempt[] = [];
  const totals = new Totals();
  for await (const attempts of approvedIn(store, batch)) {
    payments.push(...attempts);
    for (const attempt of attempts) totals.add(attempt);
  }
  return {
    ok: true,
    json: { batch, payments: payments.map(viewOf), totals: totals.list() },
    text: [
      table([
        ["batch", batch.date],
        ["from", timeOf(batch.from)],
        ["until", timeOf(batch.until)],
        ["payments", payments.length],
        ["later ones", open && `--batch ${open.date}, which is still open`],
      ]),
      ...payments.map(paymentText),
      ...(payments.length === 0 ? [] : [totalsText(totals)]),
    ].join("\n\n"),
  };
}

function paymentText(attempt: Attempt): string {
  const { id, order, amount, facts } = attempt;
  const { verdict } = facts;
  const approved = approvedAmountOf(attempt);
  const notes = marksOf(attempt).map((mark) => markNames.en[mark].toLowerCase());
  return `order ${printable(order)}\n${indent(
    table([
      ["amount", approved && formatMoney(approved)],
      ["amount asked", isPartial(attempt) ? formatMoney(amount) : undefined],
      ["approved", timeOf(facts.settledAt)],
      ["reference", verdict?.reference],
      ["authorization", verdict?.authorizationCode],
      ["card", verdict?.maskedCard],
      ["attempt", id],
      ["note", notes.join("; ") || undefined],
    ]),
  )}`;
}

const markedRow = (total: MarkedTotal) =>
  [`${total.currency} ${markNames.en[total.mark].toLowerCase()}`, total] as const;

/** The sum, unless nobody knows how much any of them was approved for. */
const sumText = (total: Omit<MarkedTotal, "mark">): string =>
  total.partialUnknown === total.count ? "not added up" : formatMoney(total);

function totalsText(totals: Totals): string {
  const rows = [
    ...totals.list().map(({ scheme, ...total }) => [`${total.currency} ${schemeName(scheme, "en")}`, total] as const),
    ...totals.byCurrency().map((total) => [`${total.currency} in all`, total] as const),
    ...totals.byCurrency().flatMap(({ currency }) => totals.marked(currency).map(markedRow)),
  ];
  const sums = rows.map(([name, total]) => [name, `${sumText(total)} (${total.count})`] as const);
  return `totals\n${indent(table(sums))}`;
}

import { ArgumentError, type Batch, batchOf } from "@ventanilla/client";
import { closedBatch } from "../list.ts";
import type { Settings } from "../settings.ts";
import type { TallyRow } from "../stores/counter-store.ts";
import { refuseUnknownNames } from "../web/refuse-unknown-names.ts";
import type { BothLanguages } from "./alerts/alert-sentences.ts";
import type { SummaryTotals, ToDecide } from "./summary-numbers.ts";
import { summaryText } from "./summary-text.ts";

/** The numbers of a batch, for an email a day. */
export interface Summary extends Batch {
  /** One of each currency. Empty when there was nothing. */
  totals: SummaryTotals[];
  /** What needs a person. */
  toDecide: ToDecide;
  /** The same as some lines of plain text, in Spanish and in English: no order, no card. */
  text: BothLanguages;
  /** The counter's page of the batch, below `counterUrl`. Absent without that option. */
  url?: string;
}

/** Which batch {@link Payments.summary} is about. */
export interface SummaryRequest {
  /** The date of the batch close: `2026-11-20`. Default: the last batch that has closed */
  batch?: string;
}

/** @throws ArgumentError naming what is wrong in the request */
export async function summaryOf(settings: Settings, request: SummaryRequest = {}): Promise<Summary> {
  const { store, counterUrl, storefront } = settings;
  const now = await store.now();
  const batch = batchFor(settings, request, now);
  // The numbers alone: a list is never empty.
  const [rows, { counts: toDecide }] = await Promise.all([store.tally(batch), store.unsettled(1)]);
  const totals = totalsOf(rows);
  const url = counterUrl && `${counterUrl}/close?batch=${batch.date}`;
  const text = summaryText(storefront.name, {
    ...batch,
    isOpen: now < batch.until,
    totals,
    toDecide,
    ...(url && { url }),
  });
  return { ...batch, totals, toDecide, text, ...(url && { url }) };
}

function batchFor(settings: Settings, request: SummaryRequest, now: number): Batch {
  if (typeof request !== "object" || request === null) throw new ArgumentError("summary: expected { batch }");
  refuseUnknownNames("summary.", request, ["batch"]);
  const { batch } = request;
  return batch === undefined ? closedBatch(now, settings) : batchOf(batch, settings.batchClose, settings.timeZone);
}

function totalsOf(rows: readonly TallyRow[]): SummaryTotals[] {
  const byCurrency = new Map<string, SummaryTotals>();
  for (const { group, currency, count, minor, givenBack, partial, partialUnknown = 0 } of rows) {
    const none = () => ({ count: 0, minor: 0 });
    const totals = byCurrency.get(currency) ?? {
      currency,
      approved: none(),
      givenBack: none(),
      partial: none(),
      partialUnknown: none(),
      authorized: none(),
      declined: none(),
      waiting: none(),
      canceled: none(),
      failed: none(),
      expired: none(),
      decide: none(),
      notPaid: none(),
    };
    const found = {
      [group]: { count, minor },
      givenBack,
      partial,
      partialUnknown: { count: partialUnknown, minor: 0 },
    };
    for (const [name, sum] of Object.entries(found)) {
      const total = totals[name as Exclude<keyof SummaryTotals, "currency">];
      total.count += sum?.count ?? 0;
      total.minor += sum?.minor ?? 0;
    }
    byCurrency.set(currency, totals);
  }
  return [...byCurrency.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

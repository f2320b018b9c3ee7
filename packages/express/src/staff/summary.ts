import { ArgumentError, type Batch, batchAt, batchOf } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { groups } from "../attempt/sections-of.ts";
import type { SpanTally } from "../stores/staff-store.ts";
import { countedSumOf, tallySumOf } from "../stores/tally-sum.ts";
import type { BatchSettings } from "./batch-settings.ts";
import type { CountedSum, SummaryTotals, ToDecide } from "./summary-numbers.ts";
import { summaryText } from "./summary-text.ts";

/** The numbers of a batch, for a daily email. */
export interface Summary extends Batch {
  /** One for each currency. Empty when there were no payments. */
  totals: SummaryTotals[];
  /** What needs a person. */
  toDecide: ToDecide;
  /** The same as some lines of plain text, in Spanish and in English: no order, no card. */
  text: Record<"es" | "en", string>;
  /** The counter's page of the batch, below `counterUrl`. Absent without that option. */
  url?: string;
}

/** Which batch {@link Payments.summary} is about. */
export interface SummaryRequest {
  /** The date of the batch close: `2026-11-20`. Default: the last batch that has closed */
  batch?: string;
}

/** What a summary is made of. */
export interface SummarySettings extends BatchSettings {
  counterUrl?: string;
  storefront: { name: string };
}

/**
 * Reads the numbers of a batch: see {@link Payments.summary}.
 * @throws ArgumentError naming what is wrong in the request
 */
export async function summaryOf(settings: SummarySettings, request: SummaryRequest = {}): Promise<Summary> {
  const { store, counterUrl, storefront } = settings;
  const now = await store.now();
  const batch = batchFor(settings, request, now);
  const [[rows = []], toDecide] = await Promise.all([store.tallies({ spans: [batch] }), store.countUnsettled()]);
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

/** The last batch that has closed: the default where no date is given. */
export function closedBatch(now: number, { batchClose, timeZone }: Omit<BatchSettings, "store">): Batch {
  return batchAt(batchAt(now, batchClose, timeZone).from - 1, batchClose, timeZone);
}

function batchFor(settings: SummarySettings, request: SummaryRequest, now: number): Batch {
  if (typeof request !== "object" || request === null) throw new ArgumentError("summary: expected { batch }");
  refuseUnknownNames("summary", request, ["batch"]);
  const { batch } = request;
  return batch === undefined ? closedBatch(now, settings) : batchOf(batch, settings.batchClose, settings.timeZone);
}

function totalsOf(rows: readonly SpanTally[]): SummaryTotals[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const sums = [...groups, "authorized", "givenBack"].map((name) => [
      name,
      countedSumOf(own.filter(({ group }) => group === name)),
    ]);
    const { reversed, partial, partialUnknown } = tallySumOf(own);
    return {
      currency,
      ...(Object.fromEntries(sums) as Record<SpanTally["group"], CountedSum>),
      reversed,
      partial,
      partialUnknown: { count: partialUnknown, minor: 0 },
    };
  });
}

import type { Batch } from "@ventanilla/client";
import { linesOf } from "../../attempt/sections-of.ts";
import type { BatchSettings } from "../../staff/batch-settings.ts";
import type { AttemptFilter, SpanTally, TimeSpan } from "../../stores/staff-store.ts";
import type { ShopStore } from "../../stores/store.ts";
import { partOf } from "../business/parts.ts";
import { batchesBetween } from "../business/periods.ts";
import type { Split } from "../business/shown.ts";
import { spansOf } from "../business/spans.ts";
import { batchSpan } from "../close/shown-batch.ts";
import { isScheme, timesOf } from "../format.ts";
import { listTexts } from "../texts/list.ts";
import type { Visit } from "../visit.ts";

/** A part of what sums count. Without `split`, what is in no part: without a card, a branch or a product. */
interface Part {
  by: Split;
  split?: string;
}

/** Batches that a list is of, the latest first, and the part of them by what their sums are split by. */
export interface Counted {
  batches: readonly [Batch, ...Batch[]];
  part?: Part;
}

const hourMs = 3_600_000;
const splits: readonly Split[] = ["hour", "scheme", "branch", "product"];

/** Whether sums can have such a part. The day on which a clock is put back has 25 hours. */
const exists: Record<Split, (split: string) => boolean> = {
  hour: (split) => /^(?:1?\d|2[0-4])$/.test(split),
  scheme: isScheme,
  branch: () => true,
  product: () => true,
};

/** The fields of an address that name what is {@link Counted}. */
export const countedFields: readonly string[] = ["batches", ...splits, "without"];

/**
 * Reads what sums a list is of: `batches=2026-11-01..2026-11-20`, with one of `hour`, `scheme`, `branch` and `product`, or
 * with `without=product`.
 * @returns `undefined` where the fields name none
 */
export function countedIn(
  field: (name: string) => string | undefined,
  settings: Omit<BatchSettings, "store">,
): Counted | undefined {
  const [from = "", until = from] = field("batches")?.split("..") ?? [];
  const [first, ...others] = batchesBetween(from, until, settings);
  const without = field("without");
  const parts = splits.flatMap((by): Part[] => {
    const split = field(by);
    return [...(split ? [{ by, split }] : []), ...(without === by && by !== "hour" ? [{ by }] : [])];
  });
  const [part, another] = parts;
  const isWrong = another !== undefined || (without !== undefined && part?.by !== without);
  if (first === undefined || isWrong || (part?.split && !exists[part.by](part.split))) return undefined;
  return { batches: [first, ...others], ...(part && { part }) };
}

/** What of a batch is counted: an hour is so long after the beginning of its batch. */
function spanOf({ from, until }: TimeSpan, { part }: Counted): TimeSpan {
  if (part?.by !== "hour") return { from, until };
  const begin = from + Number(part.split) * hourMs;
  return { from: begin, until: Math.min(begin + hourMs, until) };
}

/** The conditions of a filter for what is counted. */
export function filterOfCounted(counted: Counted): AttemptFilter {
  const { batches, part } = counted;
  const spans = batches.map((batch) => spanOf(batch, counted)).filter(({ from, until }) => from < until);
  return { reached: spans, ...filterOfPart(part) };
}

/** The condition of a part: an hour is a span of time. */
const filterOfPart = (part: Counted["part"]) => part && part.by !== "hour" && { [part.by]: part.split ?? null };

/** What sums know of an attempt: a filter of other conditions finds a part of what they count. */
const summed = ["groups", "reason", "currency", "reached", "scheme", "branch", "product"];

/** A filter of what is counted, with the sums of what it finds. */
export interface Summed {
  filter: AttemptFilter;
  /** Absent where the sums count more than it finds. */
  rows?: SpanTally[];
}

/** Reads the sums of what is counted in the currency of a filter, those that are meant, and what of the batches has any. */
async function summedIn(
  store: ShopStore,
  { currency }: AttemptFilter,
  counted: Counted,
  isMeant: (row: SpanTally) => boolean,
) {
  const { batches, part } = counted;
  const isCounted = (row: SpanTally) => row.split === part?.split && row.currency === (currency ?? row.currency);
  const spans = spansOf(batches, part?.by);
  const sums = await store.tallies({ spans, by: part?.by });
  const meant = sums.map((rows) => rows.filter((row) => isCounted(row) && isMeant(row)));
  return {
    rows: meant.flat(),
    spans: spans.filter((_, index) => meant[index]?.length).map((span) => spanOf(span, counted)),
  };
}

/** Reads the sums of what is counted. Of the batches in which nothing is that the filter looks for, nothing is listed. */
export async function summedBy(store: ShopStore, filter: AttemptFilter, counted: Counted | undefined): Promise<Summed> {
  if (counted === undefined) return { filter };
  const { rows, spans } = await summedIn(store, filter, counted, linesOf(filter));
  const isExact = Object.keys(filter).every((name) => summed.includes(name));
  return { filter: { ...filter, reached: spans }, ...(isExact && { rows }) };
}

/** What went back of what is counted: its sums, the spans in which something did, the earliest first, and the filter of it. */
export async function returnedBy(store: ShopStore, filter: AttemptFilter, counted: Counted) {
  const { currency } = filter;
  const { rows, spans } = await summedIn(store, filter, counted, ({ group }) => group === "givenBack");
  return { rows, spans: spans.toReversed(), filter: { ...filterOfPart(counted.part), ...(currency && { currency }) } };
}

/** What is counted, as the title of the list says it. */
export function countedTitle(visit: Visit, { batches, part }: Counted): string {
  const [last] = batches;
  const first = batches.at(-1) ?? last;
  const days = timesOf(visit.language, visit.timeZone).days(first.until, last.until);
  return part === undefined ? days : `${days}, ${partOf(visit, part).name}`;
}

/** From when until when what is counted goes. */
export function countedSpan(visit: Visit, counted: Counted): string {
  const [last] = counted.batches;
  const [begin, end] = [spanOf(counted.batches.at(-1) ?? last, counted), spanOf(last, counted)];
  if (counted.part?.by !== "hour" || counted.batches.length === 1) {
    const span = { from: begin.from, until: end.until };
    return batchSpan(visit, span, counted.batches.length > 1 ? "spanOfMany" : "span");
  }
  const { time } = timesOf(visit.language, visit.timeZone);
  return listTexts[visit.language].eachDay(time(end.from), time(end.until));
}

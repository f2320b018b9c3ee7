import { returnsOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { type DecisionKind, decisionKinds } from "../attempt/needs-person.ts";
import type { OutboxEvent } from "../attempt/outbox-event.ts";
import { failingTries } from "../attempt/rules.ts";
import { lineOf } from "../attempt/sections-of.ts";
import type { Shelf } from "../attempt/shelf.ts";
import { states } from "../attempt/state.ts";
import type { AttemptFilter, AttemptPage, EventRecord, SpanTally, TalliesRequest, TimeSpan } from "./staff-store.ts";
import type { ShopStore } from "./store.ts";
import { addedUpByLine, largestProducts } from "./tally-sum.ts";
import { type Compared, wantedBy } from "./wanted-by.ts";

/** What can be claimed. */
interface Leased {
  /** Only routers of this bank claim it. */
  bank: string;
  /** When it can be claimed, in milliseconds since the epoch: also the end of a lease. `null`: never. */
  dueAt: number | null;
  /** How many times it was claimed. */
  tries: number;
  /** The fence of the latest claim. */
  fence: number;
}

/** An attempt in a store that keeps its rows in memory. */
export interface KeptAttempt extends Leased {
  /** What was written last. */
  attempt: Attempt;
  /** What `shelfOf` says of it. */
  shelf: Shelf;
  /** What the bank knows its order by. */
  reference: string;
}

/** An event in a store that keeps its rows in memory. */
export interface KeptEvent extends Leased {
  /** What is to be delivered. */
  event: OutboxEvent;
  /** Whether it was given up. */
  dead: boolean;
  /** The last error of its hook. Absent once it is delivered. */
  error?: string;
  /** When it was delivered, in milliseconds since the epoch. */
  deliveredAt?: number;
}

/** The attempts of rows. */
const attemptsIn = (rows: readonly KeptAttempt[]): Attempt[] => rows.map(({ attempt }) => attempt);

/** Compares rows by a time, the earliest first. */
const by =
  <Row>(timeOf: (row: Row) => number | null) =>
  (a: Row, b: Row): number =>
    Number(timeOf(a)) - Number(timeOf(b));

/**
 * What people and monitoring read of a store that has all rows of a shop at hand and no queries. The stores of this
 * package answer the same by SQL, which the contract compares with these.
 * @param rows the attempts in the order in which they were inserted; read at each call
 * @param events the events in the order in which they are delivered
 * @param now the clock of the store, in milliseconds since the epoch
 * @returns nine methods of a `ShopStore`
 * @example
 * const shop = { ...own, ...readRows(rows, events, Date.now) };
 */
export const readRows = (rows: readonly KeptAttempt[], events: readonly KeptEvent[], now: () => number): Reads => ({
  ...listed(rows),
  ...watched(rows, events, now),
});

type Reads = Pick<
  ShopStore,
  | "listAttempts"
  | "listReturns"
  | "tallies"
  | "backlog"
  | "elsewhere"
  | "countUnsettled"
  | "unsettled"
  | "stats"
  | "eventsOf"
>;

function listed(rows: readonly KeptAttempt[]) {
  return {
    async listAttempts({ filter = {}, earliestFirst, ...request }) {
      const met = rows.filter(meeting(filter)).toSorted(by((row) => timeIn(filter, row)));
      return page(earliestFirst ? met : met.toReversed(), request);
    },
    async listReturns({ after = "0", limit, ...span }) {
      const all = partsOf(rows.filter(isWanted(span)))
        .filter(({ at }) => isIn(span, at))
        .toSorted(by(({ at }) => at))
        .map(({ row: { attempt }, at, amount }) => ({ order: attempt.order, attempt: attempt.id, at, amount }));
      const next = Number(after) + limit;
      return { returns: all.slice(Number(after), next), ...(next < all.length && { next: `${next}` }) };
    },
    async tallies({ spans, by: splitBy }) {
      const counted = [...rows.map(lineOfRow), ...partsOf(rows)];
      return spans.map((span) => {
        const own = counted.filter(({ at }) => isIn(span, at));
        const sums = addedUpByLine(
          own.map(({ line, row, at }) => ({ ...line, ...splitOf(row, splitBy, at - span.from) })),
        );
        return splitBy === "product" ? largestProducts(sums) : sums;
      });
    },
  } satisfies Partial<Reads>;
}

/** What went back, of each row. */
const partsOf = (rows: readonly KeptAttempt[]) =>
  rows.flatMap((row) =>
    returnsOf(row.attempt).map(({ at, amount }) => {
      const line = { group: "givenBack" as const, ...countOf(amount.minor), currency: amount.currency };
      return { row, at, amount, line };
    }),
  );

const countOf = (minor: number | null) => ({ count: minor === null ? 0 : 1, minor: minor ?? 0 });

/** The part that a row is in, where sums are split. */
function splitOf({ shelf }: KeptAttempt, splitBy: TalliesRequest["by"], sinceMs: number): Pick<SpanTally, "split"> {
  if (splitBy === undefined) return {};
  const split = splitBy === "hour" ? String(Math.floor(sinceMs / 3_600_000)) : shelf[splitBy];
  return split === null ? {} : { split };
}

const isIn = ({ from = 0, until = Number.POSITIVE_INFINITY }: Partial<TimeSpan>, at: number): boolean =>
  at >= from && at < until;

function isWanted(filter: AttemptFilter): (row: KeptAttempt) => boolean {
  const wanted = wantedBy(filter);
  return ({ attempt: { amount }, shelf }) => {
    const compared: Compared = { ...shelf, amount: amount.minor, currency: amount.currency };
    return wanted.every(({ key, values }) => values.includes(compared[key]));
  };
}

/** The time by which a list is sorted. */
const timeIn = ({ reached }: AttemptFilter, { attempt, shelf }: KeptAttempt): number =>
  reached ? shelf.reachedAt : attempt.createdAt;

/** Tells whether an attempt meets every condition that is given. */
function meeting(filter: AttemptFilter): (row: KeptAttempt) => boolean {
  const isOne = isWanted(filter);
  return (row) =>
    isOne(row) &&
    isIn(filter, timeIn(filter, row)) &&
    (filter.reached ?? [{}]).some((span) => isIn(span, row.shelf.reachedAt)) &&
    [undefined, row.attempt.order, row.reference].includes(filter.order);
}

/** A page of sorted rows. `after` is the id of the last attempt of the page before. */
function page(sorted: readonly KeptAttempt[], { after, limit }: { after?: string; limit: number }): AttemptPage {
  const start = sorted.findIndex(({ attempt }) => attempt.id === after) + 1;
  const attempts = attemptsIn(sorted.slice(start, start + limit));
  const next = attempts.at(-1)?.id;
  return { attempts, ...(next !== undefined && sorted.length > start + limit && { next }) };
}

/** What counts of an attempt in sums, and when. */
function lineOfRow(row: KeptAttempt) {
  const { section, reachedAt: at, counted, reversed, part, unnamedPart } = row.shelf;
  const { currency } = row.attempt.amount;
  const parts = { reversed: countOf(reversed), partial: countOf(part), partialUnknown: unnamedPart ?? 0 };
  return { row, at, line: { ...lineOf(section), currency, ...countOf(counted), ...parts } };
}

type Due = Pick<KeptEvent, "bank" | "dueAt">;

const dueAt = (row: Due): number | null => row.dueAt;
const isWaiting = (row: Due): boolean => row.dueAt !== null;

/** The earliest due time of rows. */
const earliest = (rows: readonly Due[]): number | undefined =>
  rows.filter(isWaiting).toSorted(by(dueAt))[0]?.dueAt ?? undefined;

const mapped = <Name extends string, T>(names: readonly Name[], of: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;

function recordOf({ event, tries, dueAt: at, dead, error, deliveredAt }: KeptEvent): EventRecord {
  return {
    ...event,
    tries,
    dead,
    ...(at !== null && { dueAt: at }),
    ...(error !== undefined && { error }),
    ...(deliveredAt !== undefined && { deliveredAt }),
  };
}

function watched(rows: readonly KeptAttempt[], events: readonly KeptEvent[], now: () => number) {
  const dead = () => events.filter((row) => row.dead);
  const waiting = (kind: DecisionKind) => rows.filter(({ shelf }) => shelf.waitsFor === kind);
  const ends = ({ shelf }: KeptAttempt) => shelf.payableUntil ?? 0;
  return {
    async backlog(closingBefore) {
      const at = now();
      const [attemptsSince, eventsSince] = [earliest(rows), earliest(events)];
      const overtime = rows.filter((row) => row.shelf.overtime && ends(row) > 0 && ends(row) < at).length;
      const closing = rows.filter((row) => ends(row) > at && ends(row) < closingBefore);
      return {
        ...(attemptsSince !== undefined && { attemptsSince }),
        ...(eventsSince !== undefined && { eventsSince }),
        ...(rows.length > 0 && { newestAt: Number(rows.at(-1)?.attempt.createdAt) }),
        overtime,
        failing: events.filter((row) => isWaiting(row) && row.tries >= failingTries).length,
        unqueried: closing.filter(({ shelf }) => shelf.unclear).length,
      };
    },
    async elsewhere(banks) {
      const isLeft = (row: Due) => isWaiting(row) && !banks.includes(row.bank);
      const left = [...rows, ...events].filter(isLeft);
      const toAsk = rows.filter((row) => isLeft(row) && row.shelf.queryable);
      const since = (bank: string) => Number(earliest(left.filter((row) => row.bank === bank)));
      return {
        banks: [...new Set(left.map(({ bank }) => bank))].map((bank) => ({ bank, since: since(bank) })),
        count: toAsk.length,
        attempts: attemptsIn(toAsk.slice(0, 20)),
      };
    },
    countUnsettled: async () => ({
      ...mapped(decisionKinds, (kind) => waiting(kind).length),
      events: dead().length,
    }),
    unsettled: async (limit) => ({
      ...mapped(decisionKinds, (kind) => attemptsIn(waiting(kind).slice(0, limit))),
      events: dead()
        .slice(0, limit)
        .map(({ event, error = "" }) => ({ ...event, error })),
    }),
    stats: async () => ({
      attempts: mapped(states, (state) => rows.filter(({ attempt }) => attempt.state === state).length),
      outbox: { due: events.filter(isWaiting).length, dead: dead().length },
    }),
    eventsOf: async (order) => events.filter(({ event }) => event.order === order).map(recordOf),
  } satisfies Partial<Reads>;
}

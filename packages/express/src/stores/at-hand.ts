import { returnsOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { type DecisionKind, decisionKinds } from "../attempt/needs-person.ts";
import type { OutboxEvent } from "../attempt/outbox-event.ts";
import { failingTries, windowMs } from "../attempt/rules.ts";
import { lineOf } from "../attempt/sections-of.ts";
import type { Shelf } from "../attempt/shelf.ts";
import { states } from "../attempt/state.ts";
import type { AttemptFilter, EventRecord, SpanTally, TalliesRequest, TimeSpan } from "./staff-store.ts";
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

type Reads = Pick<ShopStore, keyof (ReturnType<typeof listed> & ReturnType<typeof watched>)>;

/** The attempts of rows. */
const attemptsIn = (rows: readonly KeptAttempt[]): Attempt[] => rows.map(({ attempt }) => attempt);

function listed(rows: readonly KeptAttempt[]) {
  return {
    async listAttempts({ filter = {}, earliestFirst, after, limit }) {
      const earliest = rows.filter(meeting(filter)).toSorted((a, b) => timeIn(filter, a) - timeIn(filter, b));
      const all = attemptsIn(earliestFirst ? earliest : earliest.toReversed());
      const left = all.slice(all.findIndex(({ id }) => id === after) + 1);
      const attempts = left.slice(0, limit);
      const next = attempts.at(-1)?.id;
      return { attempts, ...(next !== undefined && left.length > limit && { next }) };
    },
    async listReturns({ after = "0", limit, ...span }) {
      const all = rows
        .filter(isWanted(span))
        .flatMap(partsOf)
        .filter(({ at }) => isIn(span, at))
        .toSorted((a, b) => a.at - b.at)
        .map(({ row: { attempt }, at, amount }) => ({ order: attempt.order, attempt: attempt.id, at, amount }));
      const next = Number(after) + limit;
      return { returns: all.slice(Number(after), next), ...(next < all.length && { next: `${next}` }) };
    },
    async tallies({ spans, by }) {
      const counted = [...rows.map(lineOfRow), ...rows.flatMap(partsOf)];
      return spans.map((span) => {
        const own = counted.filter(({ at }) => isIn(span, at));
        const sums = addedUpByLine(own.map(({ line, row, at }) => ({ ...line, ...splitOf(row, by, at - span.from) })));
        return by === "product" ? largestProducts(sums) : sums;
      });
    },
  } satisfies Partial<ShopStore>;
}

const countOf = (minor: number | null) => ({ count: minor === null ? 0 : 1, minor: minor ?? 0 });

/** What counts of an attempt in sums, and when. */
function lineOfRow(row: KeptAttempt) {
  const { section, reachedAt: at, counted, reversed, part, unnamedPart } = row.shelf;
  const { currency } = row.attempt.amount;
  const parts = { reversed: countOf(reversed), partial: countOf(part), partialUnknown: unnamedPart ?? 0 };
  return { row, at, line: { ...lineOf(section), currency, ...countOf(counted), ...parts } };
}

/** What went back of an attempt, and what counts of that. */
const partsOf = (row: KeptAttempt) =>
  returnsOf(row.attempt).map(({ at, amount }) => {
    const line = { group: "givenBack" as const, ...countOf(amount.minor), currency: amount.currency };
    return { row, at, amount, line };
  });

/** The part that a row is in, where sums are split. */
function splitOf({ shelf }: KeptAttempt, by: TalliesRequest["by"], sinceMs: number): Pick<SpanTally, "split"> {
  if (by === undefined) return {};
  const split = by === "hour" ? String(Math.floor(sinceMs / 3_600_000)) : shelf[by];
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

type Due = Pick<KeptEvent, "bank" | "dueAt">;

const isWaiting = (row: Due): boolean => row.dueAt !== null;

/** The earliest due time of rows; infinite where none waits. */
const earliest = (rows: readonly Due[]): number =>
  rows.reduce((least, { dueAt }) => Math.min(least, dueAt ?? least), Number.POSITIVE_INFINITY);

const mapped = <Name extends string, T>(names: readonly Name[], of: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;

function recordOf({ event, tries, dueAt, dead, error, deliveredAt }: KeptEvent): EventRecord {
  return {
    ...event,
    tries,
    dead,
    ...(dueAt !== null && { dueAt }),
    ...(error !== undefined && { error }),
    ...(deliveredAt !== undefined && { deliveredAt }),
  };
}

function watched(rows: readonly KeptAttempt[], events: readonly KeptEvent[], now: () => number) {
  const dead = () => events.filter((row) => row.dead);
  const waiting = (kind: DecisionKind) => rows.filter(({ shelf }) => shelf.waitsFor === kind);
  return {
    async backlog(closingBefore) {
      const at = now();
      const [attemptsSince, eventsSince] = [earliest(rows), earliest(events)];
      const payable = rows.flatMap(({ shelf }) =>
        shelf.payableUntil === null ? [] : { ...shelf, ends: shelf.payableUntil },
      );
      return {
        ...(attemptsSince < Number.POSITIVE_INFINITY && { attemptsSince }),
        ...(eventsSince < Number.POSITIVE_INFINITY && { eventsSince }),
        ...(payable.length > 0 && {
          newestAt: payable.reduce((latest, { ends }) => Math.max(latest, ends), 0) - windowMs,
        }),
        overtime: payable.filter(({ overtime, ends }) => overtime && ends < at).length,
        unqueried: payable.filter(({ unclear, ends }) => unclear && ends > at && ends < closingBefore).length,
        failing: events.filter((row) => isWaiting(row) && row.tries >= failingTries).length,
      };
    },
    async elsewhere(banks) {
      const isLeft = (row: Due) => isWaiting(row) && !banks.includes(row.bank);
      const left = Map.groupBy<string, Due>([...rows, ...events].filter(isLeft), ({ bank }) => bank);
      const toAsk = rows.filter((row) => isLeft(row) && row.shelf.queryable);
      return {
        banks: [...left].map(([bank, own]) => ({ bank, since: earliest(own) })),
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
  } satisfies Partial<ShopStore>;
}

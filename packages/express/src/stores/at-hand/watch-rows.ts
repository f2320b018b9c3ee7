import { type DecisionKind, decisionKinds } from "../../attempt/needs-person.ts";
import { failingTries } from "../../attempt/outbox-event.ts";
import { states } from "../../attempt/state.ts";
import type { EventRecord } from "../staff-store.ts";
import type { ShopStore } from "../store.ts";
import { attemptsIn, by, type KeptAttempt, type KeptEvent } from "./kept-rows.ts";

type Due = Pick<KeptEvent, "bank" | "dueAt">;

const dueAt = (row: Due): number | null => row.dueAt;
const isWaiting = (row: Due): boolean => row.dueAt !== null;

/** The earliest due time of rows. */
const earliest = (rows: readonly Due[]): number | undefined =>
  rows.filter(isWaiting).toSorted(by(dueAt))[0]?.dueAt ?? undefined;

function countOf<Name extends string>(names: readonly Name[], count: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;
}

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

/**
 * What monitoring and people see of a store that has all rows of a shop at hand and no queries. The stores of this package
 * answer the same by SQL.
 * @param rows the attempts in the order in which they were inserted; read at each call
 * @param events the events in the order in which they are delivered
 * @param now the clock of the store, in milliseconds since the epoch
 * @returns five methods of a `ShopStore`
 * @example
 * const { backlog, elsewhere, unsettled, stats, eventsOf } = watchRows(rows, events, Date.now);
 */
export function watchRows(
  rows: readonly KeptAttempt[],
  events: readonly KeptEvent[],
  now: () => number,
): Pick<ShopStore, "backlog" | "elsewhere" | "unsettled" | "stats" | "eventsOf"> {
  const dead = () => events.filter((row) => row.dead);
  const waiting = (kind: DecisionKind) => rows.filter(({ shelf }) => shelf.waitsFor === kind);
  const isTwice = ({ shelf }: KeptAttempt) => shelf.waitsFor === "paidTwice";
  const ends = ({ shelf }: KeptAttempt) => shelf.payableUntil ?? 0;
  return {
    async backlog(closingBefore) {
      const at = now();
      const [attemptsSince, eventsSince] = [earliest(rows), earliest(events)];
      const overtime = rows.filter((row) => row.shelf.overtime && ends(row) > 0 && ends(row) < at).length;
      const closing = rows.filter((row) => ends(row) > at && ends(row) < closingBefore).toSorted(by(ends));
      return {
        ...(attemptsSince !== undefined && { attemptsSince }),
        ...(eventsSince !== undefined && { eventsSince }),
        ...(rows.length > 0 && { newestAt: Number(rows.at(-1)?.attempt.createdAt) }),
        ...(overtime > 0 && { overtime }),
        dead: dead().length,
        failing: events.filter((row) => isWaiting(row) && row.tries >= failingTries).length,
        unknown: waiting("unknown").length,
        review: waiting("review").length,
        closing: attemptsIn(closing.slice(0, 100)),
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
    async unsettled(limit) {
      const listed = new Set(decisionKinds.flatMap((kind) => waiting(kind).slice(0, limit)));
      const shown = rows.filter((row) => listed.has(row));
      return {
        attempts: attemptsIn(shown.filter((row) => !isTwice(row))),
        paidTwice: attemptsIn(shown.filter(isTwice)),
        events: dead()
          .slice(0, limit)
          .map(({ event, error = "" }) => ({ ...event, error })),
        counts: { ...countOf(decisionKinds, (kind) => waiting(kind).length), events: dead().length },
      };
    },
    stats: async () => ({
      attempts: countOf(states, (state) => rows.filter(({ attempt }) => attempt.state === state).length),
      outbox: { due: events.filter(isWaiting).length, dead: dead().length },
    }),
    eventsOf: async (order) => events.filter(({ event }) => event.order === order).map(recordOf),
  };
}

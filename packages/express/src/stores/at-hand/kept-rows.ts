import type { Attempt } from "../../attempt/attempt.ts";
import type { OutboxEvent } from "../../attempt/outbox-event.ts";
import type { Shelf } from "../../attempt/shelf.ts";

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
export const attemptsIn = (rows: readonly KeptAttempt[]): Attempt[] => rows.map(({ attempt }) => attempt);

/** Compares rows by a time, the earliest first. */
export const by =
  <Row>(timeOf: (row: Row) => number | null) =>
  (a: Row, b: Row): number =>
    Number(timeOf(a)) - Number(timeOf(b));

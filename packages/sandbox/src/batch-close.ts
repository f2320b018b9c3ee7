import { type Batch, batchAt, batchOf, checkBatchClose } from "@ventanilla/client/wire";

/** When the merchant's batch closes each day (contract §8). */
export type BatchClose = {
  /** `HH:MM`, 24 hours. */
  readonly time: string;
  readonly timeZone: string;
  /** The first close after an instant, both in milliseconds since 1970. */
  after(instant: number): number;
  /** The batch of an instant, in milliseconds since 1970. */
  at(instant: number): Batch;
  /**
   * The batch that closes on a date.
   *
   * @throws ArgumentError when it is no date such as 2026-11-20
   */
  on(date: string): Batch;
};

/**
 * A batch close at `time` of every day in `timeZone`.
 *
 * @throws ArgumentError when the time is not HH:MM or the zone is unknown
 */
export function makeBatchClose(time: string, timeZone: string): BatchClose {
  checkBatchClose(time, timeZone);
  const at = (instant: number) => batchAt(instant, time, timeZone);
  return { time, timeZone, after: (instant) => at(instant).until, at, on: (date) => batchOf(date, time, timeZone) };
}

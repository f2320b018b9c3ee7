import { checkBatchClose, nextBatchClose } from "@ventanilla/client/wire";

/** When the merchant's batch closes each day (contract §8). */
export type BatchClose = {
  /** `HH:MM`, 24 hours. */
  readonly time: string;
  readonly timeZone: string;
  /** The first close after an instant, both in milliseconds since 1970. */
  after(instant: number): number;
};

/**
 * A batch close at `time` of every day in `timeZone`.
 *
 * @throws ArgumentError when the time is not HH:MM or the zone is unknown
 */
export function makeBatchClose(time: string, timeZone: string): BatchClose {
  checkBatchClose(time, timeZone);
  return { time, timeZone, after: (instant) => nextBatchClose(instant, time, timeZone) };
}

import { ArgumentError } from "@ventanilla/client";
import { nextBatchClose } from "@ventanilla/client/wire";

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
export function createBatchClose(time: string, timeZone: string): BatchClose {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    const meant = /^\d:[0-5]\d$/.test(time) ? `, did you mean 0${time}?` : "";
    throw new ArgumentError(`batchClose: expected a time as 19:00${meant}`);
  }
  try {
    nextBatchClose(0, time, timeZone);
  } catch {
    throw new ArgumentError("timeZone: expected a time zone as America/Santo_Domingo");
  }
  return { time, timeZone, after: (instant) => nextBatchClose(instant, time, timeZone) };
}

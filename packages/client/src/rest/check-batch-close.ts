import { ArgumentError } from "../argument-error.ts";
import { nextBatchClose } from "../wire/next-batch-close.ts";

/** An ArgumentError unless the time is HH:MM and the time zone one that Intl knows. */
export function checkBatchClose(time: unknown, timeZone: unknown): void {
  if (typeof time !== "string" || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    throw new ArgumentError("rest.batchClose: expected a time of day as HH:MM");
  }
  try {
    if (typeof timeZone !== "string") throw new RangeError();
    nextBatchClose(0, time, timeZone);
  } catch {
    throw new ArgumentError("rest.timeZone: expected a time zone such as America/Santo_Domingo");
  }
}

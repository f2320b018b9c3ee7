import { ArgumentError } from "@ventanilla/web";

/** When a merchant's batch closes unless another hour was agreed: 7 PM of the platform's time (contract §8). */
export const usualBatchClose = { batchClose: "19:00", timeZone: "America/Santo_Domingo" } as const;

/** The payments between two batch closes. */
export interface Batch {
  /** The date of the close that ends it, in the time zone of the close: `2026-11-20`. */
  readonly date: string;
  /** The close of the day before, in milliseconds since 1970. A payment of exactly that time is in this batch. */
  readonly from: number;
  /** The close that ends it, in milliseconds since 1970. A payment of exactly that time is in the next batch. */
  readonly until: number;
}

/**
 * The first batch close after an instant: the next time that clocks in the time zone show the hour. A transaction of
 * exactly that hour belongs to the next batch. Before the close a sale is reversed by a void, after it by a refund;
 * client and sandbox both use this function.
 * @param after milliseconds since 1970
 * @param batchClose `HH:MM`, 24 hours
 * @param timeZone an IANA time zone
 * @returns milliseconds since 1970
 * @throws ArgumentError naming `after`, `batchClose` or `timeZone` when it is invalid
 * @see docs/contributing/contract.md#8
 * @example
 * nextBatchClose(Date.now(), "19:00", "America/Santo_Domingo");
 */
export function nextBatchClose(after: number, batchClose: string, timeZone: string): number {
  checkInstant("after", after);
  checkBatchClose(batchClose, timeZone);
  return closeAfter(after, batchClose, zoneOf(timeZone)).close;
}

/**
 * The batch of an instant: the one that `nextBatchClose` ends.
 * @param instant milliseconds since 1970
 * @param batchClose `HH:MM`, 24 hours. Default: 19:00
 * @param timeZone an IANA time zone. Default: America/Santo_Domingo
 * @returns the batch
 * @throws ArgumentError naming `instant`, `batchClose` or `timeZone` when it is invalid
 * @see docs/contributing/contract.md#8
 * @example
 * const { date } = batchAt(Date.now());
 */
export function batchAt(
  instant: number,
  batchClose: string = usualBatchClose.batchClose,
  timeZone: string = usualBatchClose.timeZone,
): Batch {
  checkInstant("instant", instant);
  checkBatchClose(batchClose, timeZone);
  const zone = zoneOf(timeZone);
  return batchEndingOn(closeAfter(instant, batchClose, zone).day, batchClose, zone);
}

/**
 * The batch that closes on a date: from the close of the day before to the close of that day.
 * @param batch its date: `YYYY-MM-DD`
 * @param batchClose `HH:MM`, 24 hours. Default: 19:00
 * @param timeZone an IANA time zone. Default: America/Santo_Domingo
 * @returns the batch
 * @throws ArgumentError naming `batch`, `batchClose` or `timeZone` when it is invalid
 * @see docs/contributing/contract.md#8
 * @example
 * const { from, until } = batchOf("2026-11-20");
 */
export function batchOf(
  batch: string,
  batchClose: string = usualBatchClose.batchClose,
  timeZone: string = usualBatchClose.timeZone,
): Batch {
  checkBatchClose(batchClose, timeZone);
  const isDate = typeof batch === "string" && /^[2-9]\d{3}-\d\d-\d\d$/.test(batch) && batch < "9999";
  const day = isDate ? Date.parse(`${batch}T00:00Z`) : Number.NaN;
  // Date reads June 31 as July 1.
  if (Number.isNaN(day) || dateOf(day) !== batch) throw new ArgumentError("batch: expected a date such as 2026-11-20");
  return batchEndingOn(day, batchClose, zoneOf(timeZone));
}

/**
 * Checks that a batch close is a time of day and a time zone that Intl knows.
 * @param time expected as `HH:MM`, 24 hours
 * @param timeZone expected as in the IANA database
 * @param prefix of the options' names in the message. Default: none
 * @throws ArgumentError naming `batchClose` or `timeZone`
 * @example
 * checkBatchClose("19:00", "America/Santo_Domingo");
 */
export function checkBatchClose(time: unknown, timeZone: unknown, prefix = ""): void {
  const text = typeof time === "string" ? time : "";
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)) {
    const meant = /^\d:[0-5]\d$/.test(text) ? `, did you mean 0${text}?` : "";
    throw new ArgumentError(`${prefix}batchClose: expected a time of day as HH:MM${meant}`);
  }
  try {
    if (typeof timeZone !== "string") throw new RangeError();
    zoneOf(timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ArgumentError(`${prefix}timeZone: expected a time zone such as America/Santo_Domingo`);
  }
}

const dayMs = 86_400_000;

function checkInstant(name: string, instant: unknown): void {
  // Two days before the last time that a Date can hold.
  if (typeof instant === "number" && Math.abs(instant) <= 8.64e15 - 2 * dayMs) return;
  throw new ArgumentError(`${name}: expected milliseconds since 1970`);
}

function batchEndingOn(day: number, time: string, zone: Zone): Batch {
  return { date: dateOf(day), from: closeOn(day - dayMs, time, zone), until: closeOn(day, time, zone) };
}

/** The first close after an instant, and the day whose close it is. */
function closeAfter(after: number, time: string, zone: Zone): { day: number; close: number } {
  const today = Math.floor(wallClock(zone.formatter, after) / dayMs) * dayMs;
  // When a clock change skips yesterday's hour, yesterday's close may still be ahead.
  for (let day = today - dayMs; ; day += dayMs) {
    const close = closeOn(day, time, zone);
    if (close > after) return { day, close };
  }
}

/**
 * The close of a day.
 * @param day its midnight, as if the zone were UTC
 */
function closeOn(day: number, time: string, { formatter, closes }: Zone): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const wall = day + (hour * 60 + minute) * 60_000;
  const known = closes.get(wall);
  if (known !== undefined) return known;
  const close = instantOf(formatter, wall);
  if (closes.size === maxCloses) closes.clear();
  closes.set(wall, close);
  return close;
}

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** What the zone's clocks show at an instant, as if that were UTC. */
function wallClock(formatter: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The instant at which the zone's clocks show `wall`. When a clock change skips that time: as long after the change as
 * `wall` is after the beginning of the skipped time.
 */
function instantOf(formatter: Intl.DateTimeFormat, wall: number): number {
  const offset = (instant: number) => wallClock(formatter, instant) - instant;
  const guess = wall - offset(wall);
  const close = wall - offset(guess);
  return wallClock(formatter, close) === wall ? close : Math.max(close, guess);
}

/** A time zone, with the closes that were found in it: each is looked for once. */
interface Zone {
  formatter: Intl.DateTimeFormat;
  /** By what its clocks show then, as if that were UTC. */
  closes: Map<number, number>;
}

const zones = new Map<string, Zone>();
const maxCloses = 2000;

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const parts = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone, calendar: "iso8601", ...parts, ...time });
  const made = { formatter, closes: new Map<number, number>() };
  zones.set(timeZone, made);
  return made;
}

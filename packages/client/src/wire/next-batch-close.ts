/**
 * The first batch close after an instant: the next time that clocks in the time zone show the hour. A transaction of
 * exactly that hour belongs to the next batch. Before the close a sale is given back by a void, after it by a refund,
 * so client and sandbox both ask here.
 * @param after milliseconds since 1970
 * @param time `HH:MM`, 24 hours
 * @param timeZone an IANA time zone
 * @returns milliseconds since 1970
 * @throws RangeError for a time zone that Intl does not know
 * @see docs/contract.md#8
 * @example
 * nextBatchClose(Date.now(), "19:00", "America/Santo_Domingo");
 */
export function nextBatchClose(after: number, time: string, timeZone: string): number {
  const formatter = formatterOf(timeZone);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const today = new Date(wallClock(formatter, after));
  for (let days = 0; ; days++) {
    const wall = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, hour, minute);
    const close = instantOf(formatter, wall);
    if (close > after) return close;
  }
}

/** What the zone's clocks show at an instant, as if that were UTC. */
function wallClock(formatter: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The instant at which the zone's clocks show `wall`; where they jump over it, just as far behind the jump. */
function instantOf(formatter: Intl.DateTimeFormat, wall: number): number {
  const offset = (instant: number) => wallClock(formatter, instant) - instant;
  const guess = wall - offset(wall);
  const close = wall - offset(guess);
  return wallClock(formatter, close) === wall ? close : Math.max(close, guess);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const parts = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
  const made = new Intl.DateTimeFormat("en-US", { timeZone, calendar: "iso8601", ...parts, ...time });
  formatters.set(timeZone, made);
  return made;
}

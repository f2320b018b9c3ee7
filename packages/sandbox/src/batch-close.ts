import { ArgumentError } from "@ventanilla/client";

/** When the merchant's batch closes each day (contract §8). */
export type BatchClose = {
  /** `HH:MM`, 24 hours. */
  readonly time: string;
  readonly timeZone: string;
  /** The first close after an instant, both in milliseconds since 1970. */
  after(instant: number): number;
};

const day = 24 * 60 * 60 * 1000;

/**
 * A batch close at `time` of every day in `timeZone`.
 *
 * @throws ArgumentError when the time is not HH:MM or the zone is unknown
 */
export function createBatchClose(time: string, timeZone: string): BatchClose {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined) {
    const meant = /^\d:[0-5]\d$/.test(time) ? `, did you mean 0${time}?` : "";
    throw new ArgumentError(`batchClose: expected a time as 19:00${meant}`);
  }
  const format = zoneFormat(timeZone);
  const sinceMidnight = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const offsetAt = (instant: number): number => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const local = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
    return local - Math.floor(instant / 1000) * 1000;
  };
  return {
    time,
    timeZone,
    after(instant) {
      const local = instant + offsetAt(instant);
      let close = Math.floor(local / day) * day + sinceMidnight;
      if (close <= local) close += day;
      // The zone's own offset at the close, which daylight saving may have changed since `instant`.
      return close - offsetAt(close - offsetAt(instant));
    },
  };
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  const parts = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...parts, hourCycle: "h23", timeZone });
  } catch {
    throw new ArgumentError("timeZone: expected a time zone as America/Santo_Domingo");
  }
}

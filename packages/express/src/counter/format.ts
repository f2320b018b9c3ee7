import type { CounterLanguage } from "./texts/texts.ts";

/** Writes times for people, in the time zone of the batch close: the bank's help desk asks for those. */
export interface Times {
  /** Day and time: `21 nov 2026, 7:05 p. m.` */
  moment(ms: number): string;
  /** The day: `21 nov 2026` */
  day(ms: number): string;
  /** The day, spelled out: `21 de noviembre de 2026` */
  date(ms: number): string;
  /** The time of day with its seconds: `7:05:12 p. m.` */
  clock(ms: number): string;
  /** The hour: `7 p. m.` */
  hour(ms: number): string;
}

/** Of the country: its way to write times and numbers. */
export const localeOf = (language: CounterLanguage): string => (language === "es" ? "es-DO" : "en-US");

const made = new Map<string, Times>();

/** Of a language and a time zone. Kept, because making them takes longer than a page. */
export function timesOf(language: CounterLanguage, timeZone: string): Times {
  const key = `${language} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const format = (options: Intl.DateTimeFormatOptions): ((ms: number) => string) => {
    const formatter = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone });
    // A time never breaks before its a. m.
    return (ms) => formatter.format(ms).replace(/ (?=[ap]\.)|\u202f|(?<=\.) (?=m)/g, "\u00a0");
  };
  const times: Times = {
    moment: format({ dateStyle: "medium", timeStyle: "short" }),
    day: format({ dateStyle: "medium" }),
    date: format({ dateStyle: "long" }),
    clock: format({ timeStyle: "medium" }),
    hour: format({ hour: "numeric" }),
  };
  made.set(key, times);
  return times;
}

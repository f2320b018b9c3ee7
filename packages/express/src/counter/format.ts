import { type CardScheme, cardSchemeOf } from "@ventanilla/client";
import { formatCard, type Html, html, timeFormat, wholeText } from "@ventanilla/web";
import type { CounterLanguage } from "./texts/texts.ts";

/** Writes times for people, in the time zone of the batch close: the bank's help desk asks for these times. */
export interface Times {
  /** Day and time: `21 nov 2026, 7:05 p. m.` */
  moment(ms: number): string;
  /** The same, in which no line ends. */
  wholeMoment(ms: number): string;
  /** The day, with its year where that is not the one of `now`. No line ends in it. */
  dayBy(ms: number, now: number): string;
  /** The time on the day of `now`, else the day, with its year where that is another. No line ends in it. */
  brief(ms: number, now: number): string;
  /** The day: `21 nov 2026` */
  day(ms: number): string;
  /** The day, spelled out: `21 de noviembre de 2026` */
  date(ms: number): string;
  /** The days from one to another: `1 – 21 nov 2026`. */
  days(from: number, until: number): string;
  /** The same without the year: `16–21 nov`. */
  dayMonths(from: number, until: number): string;
  /** The day with its weekday, and its year where that is not the one of `now`: `sábado, 21 de noviembre` */
  weekday(ms: number, now: number): string;
  /** The time of day with its seconds: `7:05:12 p. m.` */
  clock(ms: number): string;
  /** Day and time without the year: `21 nov, 7:05 p. m.` */
  dayTime(ms: number): string;
  /** The time of day: `7:05 p. m.` */
  time(ms: number): string;
  /** The hour: `7 p. m.` */
  hour(ms: number): string;
  /** The hour of the day, 0 to 23. */
  hourOfDay(ms: number): number;
  /** The day with its weekday, short and without the year: `sáb, 21 nov` */
  shortDay(ms: number): string;
  /** The day without the year: `21 nov` */
  dayMonth(ms: number): string;
  /** The month, short: `nov 2026` */
  shortMonth(ms: number): string;
}

/** The day of a time, as `isoDate` reads it: `20/11/2026`. */
export const dateText = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, day: "2-digit", month: "2-digit", year: "numeric" }).format(ms);

/** The locale in which times are written. Spanish is that of the Dominican Republic. */
export const localeOf = (language: CounterLanguage): string => (language === "es" ? "es-DO" : "en-US");

const cache = new Map<string, Times>();

/** The times of a language and a time zone. Cached, because making the formatters takes longer than making a page. */
export function timesOf(language: CounterLanguage, timeZone: string): Times {
  const key = `${language} ${timeZone}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const format = (options: Intl.DateTimeFormatOptions) => timeFormat(language, { ...options, timeZone });
  const moment = format({ dateStyle: "medium", timeStyle: "short" });
  const day = format({ dateStyle: "medium" });
  const time = format({ timeStyle: "short" });
  const dayMonth = format({ day: "numeric", month: "short" });
  const weekdays = [format({ weekday: "long", day: "numeric", month: "long" }), format({ dateStyle: "full" })] as const;
  const year = format({ year: "numeric" });
  const hourOfDay = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone });
  const isOtherYear = (ms: number, now: number) => year(ms) !== year(now);
  const dayBy = (ms: number, now: number) => wholeText(isOtherYear(ms, now) ? day(ms) : dayMonth(ms));
  const times: Times = {
    moment,
    wholeMoment: (ms) => wholeText(moment(ms)),
    dayBy,
    brief: (ms, now) => (day(ms) === day(now) ? wholeText(time(ms)) : dayBy(ms, now)),
    day,
    days: daysFormat(language, { dateStyle: "medium", timeZone }),
    dayMonths: daysFormat(language, { day: "numeric", month: "short", timeZone }),
    date: format({ dateStyle: "long" }),
    weekday: (ms, now) => weekdays[isOtherYear(ms, now) ? 1 : 0](ms),
    clock: format({ timeStyle: "medium" }),
    dayTime: format({ day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }),
    time,
    hour: format({ hour: "numeric" }),
    hourOfDay: (ms) => Number(hourOfDay.format(ms)),
    shortDay: format({ weekday: "short", day: "numeric", month: "short" }),
    dayMonth,
    shortMonth: format({ month: "short", year: "numeric" }),
  };
  cache.set(key, times);
  return times;
}

/** A line ends at most between the first day and the last one, where each has its month: a dash alone would end it, too. */
function daysFormat(language: CounterLanguage, options: Intl.DateTimeFormatOptions): Times["days"] {
  const formatter = new Intl.DateTimeFormat(localeOf(language), options);
  return (from, until) =>
    formatter
      .formatRange(from, until)
      .replace(/ de /g, " ")
      .replace(/\s/g, "\u00a0")
      .replace("–", "–\u2060")
      .replace(/(\p{L}.*–)\u2060\u00a0(?=.*\p{L})/u, "$1 ");
}

const schemeNames: Record<CardScheme, string> = {
  Visa: "Visa",
  MasterCard: "Mastercard",
  "American Express": "American Express",
  "Diners Club": "Diners Club",
  Discover: "Discover",
  JCB: "JCB",
  UnionPay: "UnionPay",
};

const unknown: Record<CounterLanguage, string> = { es: "Marca desconocida", en: "Unknown scheme" };

/** Whether an address names a scheme, or what has none that is known. */
export const isScheme = (name: string): name is CardScheme | "other" =>
  name === "other" || Object.hasOwn(schemeNames, name);

/** The name of a card scheme for people. Mastercard has its own spelling. */
export const schemeName = (scheme: CardScheme | "other", language: CounterLanguage): string =>
  scheme === "other" ? unknown[language] : schemeNames[scheme];

/**
 * A card for people, on one line: its scheme and its last digits.
 * @param said what of them a filter says already
 */
export function cardText(
  maskedCard: string,
  language: CounterLanguage,
  said: { scheme?: string | null | undefined; lastDigits?: string | undefined } = {},
): Html | undefined {
  const scheme = cardSchemeOf(maskedCard);
  const name = scheme === "other" || said.scheme !== undefined ? [] : [schemeName(scheme, language)];
  const digits = said.lastDigits === undefined ? [formatCard(maskedCard)] : [];
  const text = [...name, ...digits].join(" ");
  return text === "" ? undefined : html`<span class="whole">${text}</span>`;
}

const percentsIn = (language: CounterLanguage) => new Intl.NumberFormat(localeOf(language), { style: "percent" });
const percents = { es: percentsIn("es"), en: percentsIn("en") } satisfies Record<CounterLanguage, Intl.NumberFormat>;

/** A share, from 0 to 1, in whole percent: `92 %` */
export function percent(share: number, language: CounterLanguage): string {
  // All and none are said only where it is so.
  const whole = share === 1 ? 1 : Math.min(0.99, Math.max(share, share === 0 ? 0 : 0.01));
  return percents[language].format(whole);
}

/** By which share something has changed, more or less, in whole percent: `12 %` */
export const changeText = (share: number, language: CounterLanguage): string =>
  percents[language].format(Math.abs(share));

/** Orders texts by their characters, and not as a language does: upper case comes before lower case. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** An email that breaks before its `@`, where it has to. */
export function emailText(email: string): Html {
  const at = email.indexOf("@");
  return html`<span>${email.slice(0, at)}</span><wbr><span>${email.slice(at)}</span>`;
}

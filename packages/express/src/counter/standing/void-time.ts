import { type Html, html, spanText } from "@ventanilla/web";
import { timesOf } from "../format.ts";
import { type VoidTimeTexts, voidTimeTexts } from "../texts/void-time.ts";
import type { Visit } from "../visit.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Until when the bank can void a payment, how long that still is, and a bar of the day from batch close to batch close.
 * After the close: that only a refund is left.
 * @param until the close of the payment's batch
 * @param about whether it speaks of one payment, of one about which the bank is asked first, of all payments of the
 * batch, or of some of those that are shown
 */
export function voidTime(
  visit: Pick<Visit, "language" | "settings">,
  until: number,
  now: number,
  about: keyof typeof voidTimeTexts.es.open = "payment",
): Html {
  const words = voidTimeTexts[visit.language];
  if (now >= until)
    return html`<p class="dim">${words.closed(timesOf(visit.language, visit.settings.timeZone).moment(until))}</p>`;
  const leftMs = wholeMinutes(until - now);
  return html`<div class="void-time${leftMs < hourMs && " soon"}"><p>${words.open[about](closeText(visit, until, now))}: <strong class="deadline">${leftText(leftMs, words)}</strong></p>${bar(leftMs)}</div>`;
}

/** When a batch closes: of this day only the time. */
export function closeText(
  { language, settings }: Pick<Visit, "language" | "settings">,
  until: number,
  now: number,
): string {
  const { day, time, moment } = timesOf(language, settings.timeZone);
  return day(now) === day(until) ? time(until) : moment(until);
}

/**
 * How long a payment can be voided, in a column with the name of it, which a phone shows beside it; or that there is no
 * deadline.
 */
export function timeToVoid({ language }: Pick<Visit, "language">, until: number | undefined, now: number): Html {
  const words = voidTimeTexts[language];
  if (until === undefined) return html`${words.none}`;
  if (now >= until) return html`<strong class="deadline">${words.isClosed}</strong>`;
  const leftMs = wholeMinutes(until - now);
  return html`<strong class="deadline"><span class="on-small">${words.toVoid}</span> ${leftMs === 0 ? words.underOneMinute : spanText(leftMs)}</strong>`;
}

/** Whole minutes: an open page changes once a minute. */
const wholeMinutes = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs;

const leftText = (ms: number, words: VoidTimeTexts): string => (ms === 0 ? words.lastMinute : words.left(spanText(ms)));

/** The day: a mark stands where it is now, and what is left is drawn through. */
function bar(leftMs: number): Html {
  const share = Math.min(100, (leftMs / dayMs) * 100);
  const [now, left] = [100 - share, share].map((part) => `${part.toFixed(2)}%`);
  return html`<svg class="day" width="100%" height="12" aria-hidden="true"><rect class="track" y="3" width="100%" height="6" rx="3"/><rect x="${now}" y="3" width="${left}" height="6" rx="3"/><rect class="now" x="${now}" width="3" height="12" rx="1"/></svg>`;
}

import { type Batch, batchAt, batchOf } from "@ventanilla/client";
import { type Html, html, isoDate, wholeText } from "@ventanilla/web";
import { orRefused } from "../../base/or-refused.ts";
import { closedBatch } from "../../staff/summary.ts";
import { keptFields } from "../find/card-like.ts";
import { timesOf } from "../format.ts";
import { closeTexts } from "../texts/close.ts";
import type { Visit } from "../visit.ts";

/** The batch that a page is about, and the dates of the batches beside it. */
export interface ShownBatch {
  batch: Batch;
  /** The batch that payments come into now. */
  open: Batch;
  earlier: string;
  /** Absent for the open batch. */
  later?: string;
  /** Whether the batch has not closed yet. */
  isOpen: boolean;
}

/**
 * The batch with this date of its close, as people or addresses write it. Default: the last batch that has closed.
 * @returns `undefined` when the date cannot be read, or no batch of it has begun
 */
export async function batchNamed({ settings }: Visit, date: string | undefined): Promise<ShownBatch | undefined> {
  const { store, batchClose, timeZone } = settings;
  const now = await store.now();
  const open = batchAt(now, batchClose, timeZone);
  const before = ({ from }: Batch) => batchAt(from - 1, batchClose, timeZone);
  const batch = date ? batchWritten(settings, date) : closedBatch(now, settings);
  if (batch === undefined || batch.date > open.date) return undefined;
  const later = batch.date < open.date && { later: batchAt(batch.until, batchClose, timeZone).date };
  return { batch, open, earlier: before(batch).date, ...later, isOpen: batch.date === open.date };
}

/** Why {@link batchNamed} has no batch of what was written. */
export function whyNoBatch({ settings, language }: Visit, date: string): string {
  const { noDate, noBatch } = closeTexts[language];
  return batchWritten(settings, date) === undefined ? noDate : noBatch;
}

/** `undefined` when the date cannot be read. */
const batchWritten = ({ batchClose, timeZone }: Visit["settings"], date: string): Batch | undefined =>
  orRefused(() => batchOf(isoDate(date), batchClose, timeZone));

/** The subject of the staff's actions about a batch. */
export const batchSubject = ({ date }: Batch): string => `batch:${date}`;

/** From when until when a batch goes, or several. */
export function batchSpan(
  { language, settings }: Visit,
  { from, until }: Omit<Batch, "date">,
  name: "span" | "spanOfMany" = "span",
): string {
  const { wholeMoment } = timesOf(language, settings.timeZone);
  return closeTexts[language][name](wholeMoment(from), wholeMoment(until));
}

/** Until when the figures of a batch change, and what else is said of them. Nothing where neither is to be said. */
export async function openNotice(
  { language, settings }: Visit,
  { batch: { until }, isOpen }: Pick<ShownBatch, "batch" | "isOpen">,
  more?: Html,
): Promise<Html | undefined> {
  if (!isOpen && more === undefined) return undefined;
  const { day, time, wholeMoment } = timesOf(language, settings.timeZone);
  const closes = day(await settings.store.now()) === day(until) ? wholeText(time(until)) : wholeMoment(until);
  return html`<p class="alert">${isOpen && `${closeTexts[language].open(closes)} `}${more}</p>`;
}

/** How many batches, beside the open one, the choice of a batch has. */
const maxChoices = 14;

/** A field in which one of the last batches is chosen. */
export function batchChoice(visit: Visit, { batch, open }: ShownBatch): Html {
  const { language, settings } = visit;
  const { batchClose, timeZone } = settings;
  const words = closeTexts[language];
  const { day } = timesOf(language, timeZone);
  const choices = [open];
  for (let last = open; choices.length <= maxChoices; choices.push(last)) {
    last = batchAt(last.from - 1, batchClose, timeZone);
  }
  if (choices.every(({ date }) => date !== batch.date)) choices.push(batch);
  const name = ({ date, until }: Batch) => (date === open.date ? words.isOpen(day(until)) : day(until));
  return html`<select id="batch" name="batch">${choices.map(
    (choice) =>
      html`<option value="${choice.date}"${choice.date === batch.date && html` selected`}>${name(choice)}</option>`,
  )}</select>`;
}

/** What leads to another batch: links to the two beside this one; and folded, the last ones and a date to write. */
export function batchForm(visit: Visit, path: string, shown: ShownBatch | undefined): Html {
  const { language, root } = visit;
  const words = closeTexts[language];
  const wrong = html` value="${keptFields(visit.query).get("batch") ?? ""}" aria-invalid="true" aria-describedby="no-batch" autofocus`;
  const link = (date: string, name: string, rel: string) =>
    html`<a href="${root}${path}?batch=${date}" rel="${rel}">${name}</a>`;
  const form = (field: Html) =>
    html`<form class="row" method="get" action="${root}${path}">${field}<button class="quiet">${words.show}</button></form>`;
  const beside =
    shown &&
    html`${link(shown.earlier, words.earlier, "prev")} ${shown.later !== undefined && link(shown.later, words.later, "next")}`;
  return html`<div class="row batch">${beside}
<details${shown === undefined && html` open`}><summary>${words.other}</summary>
${shown && form(html`<label for="batch">${words.batch}</label>${batchChoice(visit, shown)}`)}
${form(html`<label for="date">${words.date}</label><input id="date" name="batch" inputmode="numeric" autocomplete="off" required${shown === undefined && wrong}>`)}</details></div>`;
}

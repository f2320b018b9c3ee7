import { ArgumentError, type Batch, batchAt, batchOf } from "@ventanilla/client";
import { type Html, html } from "@ventanilla/web";
import { closedBatch } from "../staff/list.ts";
import { closeTexts } from "./texts/close.ts";
import type { Visit } from "./visit.ts";

/** The batch that a page is about, and the dates of the batches beside it. */
export interface ShownBatch {
  batch: Batch;
  earlier: string;
  /** Absent for the open batch, and for later ones. */
  later?: string;
  /** Whether the batch has not closed yet. */
  isOpen: boolean;
}

/**
 * The batch with this date of its close. Default: the last batch that has closed.
 * @returns `undefined` when the date cannot be read
 */
export async function batchNamed({ settings }: Visit, date: string | undefined): Promise<ShownBatch | undefined> {
  const { store, batchClose, timeZone } = settings;
  const now = await store.now();
  const open = batchAt(now, batchClose, timeZone);
  const before = ({ from }: Batch) => batchAt(from - 1, batchClose, timeZone);
  try {
    const batch = date === undefined || date === "" ? closedBatch(now, settings) : batchOf(date, batchClose, timeZone);
    const later = batch.date < open.date && { later: batchAt(batch.until, batchClose, timeZone).date };
    return { batch, earlier: before(batch).date, ...later, isOpen: batch.until >= open.until };
  } catch (error) {
    if (error instanceof ArgumentError) return undefined;
    throw error;
  }
}

/** The subject of the staff's actions about a batch. */
export const batchSubject = ({ date }: Batch): string => `batch:${date}`;

/** The form that leads to the batch of another date, with links to the two batches beside this one. */
export function batchForm({ language, root }: Visit, path: string, shown: ShownBatch | undefined): Html {
  const words = closeTexts[language];
  const link = (date: string, name: string, rel: string) =>
    html`<a href="${root}${path}?batch=${date}" rel="${rel}">${name}</a>`;
  return html`<form class="row batch" method="get" action="${root}${path}">
<label for="batch">${words.batch}</label>
<input id="batch" name="batch" type="date" value="${shown?.batch.date ?? ""}" required>
<button class="quiet">${words.show}</button>
${shown !== undefined && link(shown.earlier, words.earlier, "prev")}
${shown?.later !== undefined && link(shown.later, words.later, "next")}
</form>`;
}

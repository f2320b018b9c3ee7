import { type Html, html } from "@ventanilla/web";
import type { Attempt } from "../../attempt/attempt.ts";
import { maxLengths } from "../../attempt/rules.ts";
import { paymentPath } from "../../base/payment-path.ts";
import type { KeptAction } from "../../stores/staff-store.ts";
import { noteTexts } from "../texts/notes.ts";
import type { Visit } from "../visit.ts";

/** What somebody wrote about a payment. */
export interface Note extends Pick<KeptAction, "by" | "at"> {
  text: string;
}

/** How long after a note the same words of the same person are the same note: the form was sent twice. */
const repeatedMs = 60_000;

/** Whether the note is among these already. */
export const isRepeated = (notes: readonly Note[], { by, at, text }: Note): boolean =>
  notes.some((note) => note.by === by && note.text === text && Math.abs(at - note.at) < repeatedMs);

/** The notes among what the staff did about a payment, the earliest first. */
export function notesIn(actions: readonly KeptAction[]): Note[] {
  const notes: Note[] = [];
  for (const { action, by, at, note: text } of actions) {
    if (action !== "note" || text === undefined) continue;
    // Two processes that got one form at once have both kept it.
    if (!isRepeated(notes, { by, at, text })) notes.push({ by, at, text });
  }
  return notes;
}

/** The notes on a payment, and the form for the next one. `undefined` for somebody who may not write the first one. */
export function notesCard(
  { language, moment, root, staff, token }: Visit,
  attempt: Attempt,
  notes: readonly Note[],
  { isFolded, refused }: { isFolded: boolean; refused: string | undefined },
): Html | undefined {
  const words = noteTexts[language];
  if (notes.length === 0 && !staff.mayResolve) return undefined;
  const isWrong = refused !== undefined;
  const form = html`<form method="post" action="${root}${paymentPath(attempt.id)}/note" novalidate>
<input type="hidden" name="token" value="${token}">
<label class="field" for="note">${words.label}</label>
<p class="dim" id="hint-note">${words.hint}</p>
<textarea name="note" id="note" rows="2" maxlength="${maxLengths.reason}" required aria-describedby="${isWrong && "error-note "}hint-note"${isWrong && html` aria-invalid="true" autofocus`}>${refused ?? ""}</textarea>
${isWrong && html`<p class="wrong" id="error-note">${words.wrong}</p>`}
<button class="quiet">${words.write}</button>
</form>`;
  return html`<section class="card notes" aria-labelledby="notes"><h2 id="notes">${words.title}</h2>
${notes.length > 0 && html`<ul class="plain">${notes.map(({ by, at, text }) => html`<li><p><bdi>${text}</bdi></p><p class="dim"><bdi>${by}</bdi>, ${moment(at)}</p></li>`)}</ul>`}
${staff.mayResolve && foldedIf(isFolded && notes.length === 0 && !isWrong, words.label, form)}</section>`;
}

/** On a phone, too, what is to be done is most of the page: everything else waits behind its name. */
export const foldedIf = (isFolded: boolean, name: string, content: Html): Html =>
  isFolded
    ? html`<details class="wide-open"><summary><span class="sr">${name}</span></summary>${content}</details>`
    : content;

import type { Batch } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import { maxLengths } from "../attempt/rules.ts";
import type { KeptAction } from "../stores/staff-store.ts";
import type { Found, Sides } from "./comparison.ts";
import { type ComparisonNote, isAgreement, noteAbout, noteIn, noteText } from "./comparison-note.ts";
import { timesOf } from "./format.ts";
import { goTo, showPage, showProblem } from "./frame.ts";
import { fileLinks, filePath, sendRows, wholeRows } from "./send-file.ts";
import { batchNamed, batchSubject } from "./shown-batch.ts";
import { compareTexts } from "./texts/compare.ts";
import type { CounterRoute, Visit } from "./visit.ts";

/**
 * `/compare/reconciled` and `/compare.csv`: what is kept of the comparisons of a batch, and the mark that its difference
 * is explained. The permission `look` is enough, because no payment is changed.
 */
export const keptComparisonRoutes: readonly CounterRoute[] = [
  { method: "POST", path: /^\/compare\/reconciled$/, may: "look", answer: reconcile },
  { method: "GET", path: filePath("compare"), answer: sendKept },
];

/** Something that was done about a batch: a comparison, or the mark. */
interface KeptStep extends Pick<KeptAction, "at" | "by"> {
  /** Absent for the mark. */
  compared?: ComparisonNote;
  /** What somebody said about the difference. Only a mark has it. */
  reason?: string;
}

/** What the staff did about a batch, the earliest first, and whether it is reconciled as it was compared last. */
interface KeptSteps {
  steps: KeptStep[];
  last: ComparisonNote | undefined;
  isReconciled: boolean;
}

/** Keeps the numbers of a comparison. The bank's file is not kept. */
export async function keepComparison({ settings, staff }: Visit, found: Found): Promise<void> {
  const note = noteText(noteAbout(found));
  await settings.store.recordAction({ by: staff.name, action: "compare", subject: batchSubject(found.batch), note });
}

async function keptSteps({ settings }: Visit, batch: Batch): Promise<KeptSteps> {
  const steps: KeptStep[] = [];
  let [last, marked]: (string | undefined)[] = [];
  for (const { at, by, action, note } of await settings.store.actionsOf(batchSubject(batch))) {
    const compared = action === "compare" ? noteIn(note) : undefined;
    if (compared !== undefined) steps.push({ at, by, compared });
    if (action === "reconcile") steps.push({ at, by, ...(note !== undefined && { reason: note }) });
    if (compared !== undefined) last = note;
    if (action === "reconcile") marked = last;
  }
  return { steps, last: noteIn(last), isReconciled: last !== undefined && marked === last };
}

/**
 * Who compared the batch with the bank's list, when and with what result, and the form for the mark.
 * @param changedAt when something of the batch changed last, in milliseconds since the epoch: a comparison before that
 * is out of date, and so is its mark
 */
export async function keptComparisons(visit: Visit, batch: Batch, changedAt: number): Promise<Html | undefined> {
  const { language, root, settings } = visit;
  const { kept: words } = compareTexts[language];
  const kept = await keptSteps(visit, batch);
  if (kept.steps.length === 0) return undefined;
  const isCurrent = kept.steps.some(({ at, compared }) => compared !== undefined && at >= changedAt);
  const { moment } = timesOf(language, settings.timeZone);
  const lines = kept.steps.map(
    ({ at, by, compared, reason }) =>
      html`<li><p>${moment(at)}, <bdi>${by}</bdi>: ${compared === undefined ? words.marked(reason) : words.counts(compared.counts)}</p>${compared?.sums.map(
        (sum) => html`<p class="dim">${words.sums(...amountsOf(sum, sum.currency))}</p>`,
      )}</li>`,
  );
  const mark = kept.isReconciled && isCurrent && html` <span class="badge good">${words.reconciled}</span>`;
  return html`<section class="card" aria-labelledby="compared"><h2 id="compared">${words.title}${mark}</h2>${!isCurrent && html`<p class="alert">${words.changed} <a href="${root}compare?batch=${batch.date}">${words.again}</a></p>`}<ul class="plain">${lines}</ul>
<p class="row">${fileLinks({ file: words.csv }, (format) => `${root}compare.${format}?batch=${batch.date}`, "button quiet")}</p>
${isCurrent && reconcileForm(visit, batch, kept)}</section>`;
}

/** The form for the mark of a batch, as its last comparison has left it. Nothing when it has the mark. */
export async function reconcileFormOf(visit: Visit, batch: Batch): Promise<Html | undefined> {
  return reconcileForm(visit, batch, await keptSteps(visit, batch));
}

/** @param isWrong whether the form came without the reason that it needs */
function reconcileForm(
  { language, root, token }: Visit,
  batch: Batch,
  { last, isReconciled }: Pick<KeptSteps, "last" | "isReconciled">,
  isWrong = false,
): Html | undefined {
  if (last === undefined || isReconciled) return undefined;
  const { kept: words } = compareTexts[language];
  const needsReason = !isAgreement(last.counts);
  const wrong = html` aria-invalid="true" aria-describedby="error-reason" autofocus`;
  return html`<form class="reconcile" method="post" action="${root}compare/reconciled">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="batch" value="${batch.date}">
<p><label class="field" for="reason">${needsReason ? words.reason : words.note}</label>${isWrong && html`<span class="wrong" id="error-reason">${words.noReason}</span>`}<input id="reason" name="reason" maxlength="${maxLengths.reason}" autocomplete="off"${needsReason && html` required`}${isWrong && wrong}></p>
<p><button>${words.reconcile}</button></p>
</form>`;
}

async function reconcile(visit: Visit): Promise<void> {
  const { fields, settings, staff, language } = visit;
  const shown = await batchNamed(visit, fields.get("batch"));
  if (shown === undefined) return showProblem(visit, 404, "notFound");
  const { batch } = shown;
  const kept = await keptSteps(visit, batch);
  const reason = (fields.get("reason") ?? "").trim().replace(/\s+/g, " ").slice(0, maxLengths.reason);
  const address = `close?batch=${batch.date}`;
  if (kept.last === undefined || kept.isReconciled) return goTo(visit, address);
  if (reason === "" && !isAgreement(kept.last.counts)) {
    const { title } = compareTexts[language].kept;
    const body = html`<section class="card lead">${reconcileForm(visit, batch, kept, true)}</section>`;
    return showPage(visit, { status: 422, title, section: "close", again: { path: address }, body });
  }
  await settings.store.recordAction({
    by: staff.name,
    action: "reconcile",
    subject: batchSubject(batch),
    ...(reason !== "" && { note: reason }),
  });
  return goTo(visit, address);
}

/** Both sides and their difference, as they are written. */
const amountsOf = ({ here, bank }: Sides, currency: string): [string, string, string] => {
  const money = (minor: bigint) => formatMoney({ minor, currency });
  return [money(here), money(bank), money(bank - here)];
};

/** Sends what is kept of the comparisons of a batch as a file. */
async function sendKept(visit: Visit, format = "csv"): Promise<void> {
  const { query, language, settings } = visit;
  const shown = await batchNamed(visit, query.get("batch") ?? undefined);
  if (shown === undefined) return showProblem(visit, 404, "notFound");
  const { kept: words } = compareTexts[language];
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: settings.timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const { steps } = await keptSteps(visit, shown.batch);
  const rows = steps.flatMap(({ at, by, compared, reason }) => {
    const what = compared === undefined ? words.marked(reason) : words.counts(compared.counts);
    const start = [{ time: shown.batch.date }, { time: clock.format(at) }, by, what];
    if (compared === undefined || compared.sums.length === 0) return [[...start, "", "", "", ""]];
    return compared.sums.map(({ currency, here, bank }) => [
      ...start,
      currency,
      { minor: here },
      { minor: bank },
      { minor: bank - here },
    ]);
  });
  const name = `ventanilla-${shown.batch.date}-${words.fileName}`;
  return sendRows(visit, { format, name }, wholeRows([words.columns, ...rows]));
}

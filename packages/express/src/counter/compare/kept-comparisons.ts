import type { Batch } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import { maxLengths } from "../../attempt/rules.ts";
import { orRefused } from "../../base/or-refused.ts";
import { checkStatement } from "../../staff/resolve.ts";
import type { KeptAction } from "../../stores/staff-store.ts";
import { batchNamed, batchSubject, type ShownBatch } from "../close/shown-batch.ts";
import { fileLinks, filePath, sendRows, wholeRows } from "../download/send-file.ts";
import { timesOf } from "../format.ts";
import { businessTexts } from "../texts/business.ts";
import { type CompareTexts, compareTexts } from "../texts/compare.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import type { Found } from "./comparison.ts";
import { isOfNow } from "./comparison-basis.ts";
import {
  type ComparisonCounts,
  type ComparisonNote,
  isAgreement,
  noteAbout,
  noteIn,
  noteText,
  type OffMark,
} from "./comparison-note.ts";
import { differencesText, sideCells, sidesHead } from "./sides-table.ts";

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
  /** The comparison, or the last one before the mark. */
  compared: ComparisonNote;
  isMark: boolean;
  /** What somebody said about the difference. Only a mark has it. */
  reason?: string;
}

/** What the staff did about a batch, the earliest first, and whether it is reconciled as it was compared last. */
interface KeptSteps {
  steps: KeptStep[];
  /** How many of them are comparisons: one more says that somebody has compared since. */
  count: number;
  last: ComparisonNote | undefined;
  isReconciled: boolean;
}

/**
 * Keeps the numbers of a comparison, and which payments differ. The bank's file is not kept. Another language of the one
 * that was made last is no other comparison.
 */
export async function keepComparison({ settings: { store }, staff, query }: Visit, found: Found): Promise<void> {
  const note = noteText(noteAbout(found));
  const subject = batchSubject(found.batch);
  const last = (await store.actionsOf(subject)).findLast(({ action }) => action === "compare");
  if (query.has("lang") && last?.note === note) return;
  await store.recordAction({ by: staff.name, action: "compare", subject, note });
}

async function keptSteps({ settings }: Visit, batch: Batch): Promise<KeptSteps> {
  const steps: KeptStep[] = [];
  let [text, marked]: (string | undefined)[] = [];
  let last: ComparisonNote | undefined;
  for (const { at, by, action, note } of await settings.store.actionsOf(batchSubject(batch))) {
    const compared = action === "compare" ? noteIn(note) : undefined;
    if (compared !== undefined) {
      [text, last] = [note, compared];
      steps.push({ at, by, compared, isMark: false });
    } else if (action === "reconcile" && last !== undefined) {
      marked = text;
      steps.push({ at, by, compared: last, isMark: true, ...(note !== undefined && { reason: note }) });
    }
  }
  const count = steps.filter(({ isMark }) => !isMark).length;
  return { steps, count, last, isReconciled: text !== undefined && marked === text };
}

/**
 * How many payments the comparison found of each kind, those of none left out. A kind leads to its marked payments; what
 * only the bank's list has, to where that is read again.
 */
function countsOf({ language, root }: Visit, { date }: Batch, { counts, off }: ComparisonNote, leads: boolean): Html[] {
  const words = compareTexts[language].kept.counts;
  const has = new Set<string>(off.values());
  const place = (name: keyof ComparisonCounts) => {
    if (name === "agreed") return "#payments";
    return has.has(name) ? `#${name}` : `${root}compare?batch=${date}`;
  };
  return notedIn(counts).map((name) => {
    const text = html`<span>${counts[name]}</span> <span>${words[name](counts[name])}</span>`;
    return leads && counts[name] > 0
      ? html` <a class="found-so ${name === "agreed" ? "dim" : "off"}" href="${place(name)}">${text}</a>`
      : html` <span class="found-so">${text}</span>`;
  });
}

/** The list of the comparison whose name a count has. */
const listOf = {
  agreed: "agreed",
  differing: "differing",
  ours: "onlyOurs",
  bank: "onlyBank",
  awaited: "notReversed",
  left: "unreadable",
} as const satisfies Record<keyof ComparisonCounts, keyof CompareTexts["result"]>;

/** The counts to be named: those of none are left out, but for what agrees. */
const notedIn = (counts: ComparisonCounts): (keyof ComparisonCounts)[] =>
  (Object.keys(listOf) as (keyof ComparisonCounts)[]).filter((name) => name === "agreed" || counts[name] > 0);

/** The mark of a payment that does not agree, as its comparison names it. */
export const offName = (mark: OffMark, language: CounterLanguage): string =>
  compareTexts[language].result[listOf[mark]];

/** What a step was, in words. */
function stepText({ compared: { counts }, isMark, reason }: KeptStep, language: CounterLanguage): string {
  const { kept: words } = compareTexts[language];
  if (!isMark) {
    const noted = notedIn(counts).map((name) => `${counts[name]} ${words.counts[name](counts[name])}`);
    return noted.join(", ");
  }
  const mark = markOf(counts, language);
  return reason === undefined ? mark : words.reason(mark, reason);
}

/** The name of the mark: a difference that was explained is still one. */
const markOf = (counts: ComparisonCounts, language: CounterLanguage): string =>
  compareTexts[language].kept[isAgreement(counts) ? "reconciled" : "explained"];

/**
 * Who compared the batch with the bank's list, when and with what result, and the form for the mark.
 * @param basis what a comparison would be of now: one of something else is out of date, and so is its mark. Default: that of
 * the last one
 * @param wrong why the form for the mark was refused
 */
export async function keptComparisons(
  visit: Visit,
  shown: ShownBatch,
  basis?: string,
  wrong?: string,
): Promise<{ card: Html; isCurrent: boolean; off: ComparisonNote["off"] } | undefined> {
  const { language, root, settings } = visit;
  const { kept: words } = compareTexts[language];
  const { batch } = shown;
  const kept = await keptSteps(visit, batch);
  if (kept.steps.length === 0) return undefined;
  const { basis: compared = basis } = kept.last ?? {};
  const isCurrent = basis === undefined || compared === undefined || isOfNow(compared, basis);
  const hasList = basis !== undefined && isCurrent;
  const comparedAt = kept.steps.findLast(({ isMark }) => !isMark)?.at ?? 0;
  const when = timesOf(language, settings.timeZone).wholeMoment(comparedAt);
  const name = kept.last && markOf(kept.last.counts, language);
  const mark = kept.isReconciled ? name : undefined;
  const files = { csv: words.file, xlsx: html`<span class="sr">${words.title}</span> Excel` };
  const badge = html` <span class="badge ${mark === words.reconciled ? "good" : "alert"}">${mark}</span>`;
  const steps = kept.steps.map((step) =>
    stepLines(visit, batch, step, { isCurrent, leads: hasList && step.compared === kept.last }),
  );
  const changed = html`<p class="alert"><strong>${words.changed(when)}</strong>${mark && html`<br>${words.until(mark, differencesText(kept.last?.sums ?? []))}`}</p>
<details class="wide-open"><summary>${words.past}</summary>${steps}</details>`;
  const card = html`<section class="card" aria-labelledby="compared"><h2 id="compared">${words.title}${mark && isCurrent && badge}</h2>
${isCurrent ? steps : changed}
${isCurrent && reconcileForm(visit, shown, kept, wrong)}
<p class="row aside">${fileLinks(language, (format) => `${root}compare.${format}?batch=${batch.date}`, files)}</p></section>`;
  return { card, isCurrent, off: (isCurrent && kept.last?.off) || new Map() };
}

/**
 * A step: who did it when; of a comparison below it what was found, and what each side had, in a row for each currency.
 * @param about `leads`: whether the list below has the marks of the comparison
 */
function stepLines(
  visit: Visit,
  batch: Batch,
  step: KeptStep,
  { isCurrent, leads }: { isCurrent: boolean; leads: boolean },
): Html {
  const { language, timeZone } = visit;
  const { at, by, compared, isMark } = step;
  const row = ({ currency, ...sides }: ComparisonNote["sums"][number]) =>
    html`<tr><th scope="row">${businessTexts[language].in[currency]}</th>${sideCells(language, sides, (minor) => formatMoney({ minor, currency }))}</tr>`;
  const said = isMark ? html` <span>${stepText(step, language)}</span>` : countsOf(visit, batch, compared, leads);
  const who = html`<p class="row step"><span class="dim">${timesOf(language, timeZone).moment(at)}, <bdi>${by}</bdi>:</span>${said}</p>`;
  if (isMark) return who;
  return html`${who}
<div class="compared"><table class="list causes">${sidesHead(language, compareTexts[language].kept.columns[4], !isCurrent)}<tbody>${compared.sums.map(row)}</tbody></table></div>`;
}

/**
 * The form for the mark of a batch, as its last comparison has left it. Nothing when it has the mark. Of an open one the
 * figures still change: the mark is not what comes next.
 */
export const reconcileFormOf = async (visit: Visit, shown: ShownBatch): Promise<Html | undefined> =>
  reconcileForm(visit, shown, await keptSteps(visit, shown.batch));

/** @param wrong why it was refused */
function reconcileForm(
  { language, root, token, fields }: Visit,
  { batch: { date }, isOpen }: ShownBatch,
  { count, last, isReconciled }: KeptSteps,
  wrong?: string,
): Html | undefined {
  if (last === undefined || isReconciled) return undefined;
  const { kept: words } = compareTexts[language];
  const needsReason = !isAgreement(last.counts);
  const invalid = wrong && html` aria-invalid="true" aria-describedby="error-reason" autofocus`;
  return html`<form class="row reconcile" method="post" action="${root}compare/reconciled">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="batch" value="${date}"><input type="hidden" name="compared" value="${count}">
<p class="why"><label class="field" for="reason">${needsReason ? words.why : words.note}</label><input id="reason" name="reason" maxlength="${maxLengths.reason}" autocomplete="off" pattern=".*\\S.*" value="${fields.get("reason") ?? ""}"${needsReason && html` required`}${invalid}></p>
${wrong && html`<p class="wrong" id="error-reason">${wrong}</p>`}
<p><button${isOpen && html` class="quiet"`}>${words.reconcile}</button></p>
</form>`;
}

async function reconcile(visit: Visit): Promise<Answer> {
  const { fields, settings, staff, language } = visit;
  const shown = await batchNamed(visit, fields.get("batch"));
  if (shown === undefined) return undefined;
  const { batch } = shown;
  const kept = await keptSteps(visit, batch);
  const typed = (fields.get("reason") ?? "").trim().replace(/\s+/g, " ");
  const said = orRefused(() => checkStatement({ reason: typed, by: staff.name }));
  const address = `close?batch=${batch.date}`;
  if (kept.last === undefined || kept.isReconciled) return { to: address };
  const { kept: words } = compareTexts[language];
  const isNewer = fields.get("compared") !== String(kept.count);
  if (isNewer || (said === undefined && (typed !== "" || !isAgreement(kept.last.counts)))) {
    const title = compareTexts[language].result.title(timesOf(language, settings.timeZone).date(batch.until));
    const again = await keptComparisons(visit, shown, undefined, isNewer ? words.newer : words.noReason);
    return {
      status: isNewer ? 409 : 422,
      title,
      section: "close",
      again: { path: address },
      body: html`${again?.card}`,
    };
  }
  await settings.store.recordAction({
    by: staff.name,
    action: "reconcile",
    subject: batchSubject(batch),
    ...(said && { note: said.reason }),
  });
  return { to: address };
}

/** Sends what is kept of the comparisons of a batch as a file. */
async function sendKept(visit: Visit, format = "csv"): Promise<Answer> {
  const { query, language, settings } = visit;
  const shown = await batchNamed(visit, query.get("batch") ?? undefined);
  if (shown === undefined) return undefined;
  const { kept: words } = compareTexts[language];
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: settings.timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const { steps } = await keptSteps(visit, shown.batch);
  const rows = steps.flatMap((step) => {
    const { at, by, compared, isMark } = step;
    const start = [{ time: shown.batch.date }, { time: clock.format(at) }, by, stepText(step, language)];
    if (isMark || compared.sums.length === 0) return [[...start, "", "", "", ""]];
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

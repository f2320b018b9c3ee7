import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import type { SpanTally } from "../../stores/staff-store.ts";
import { largestProducts } from "../../stores/tally-sum.ts";
import { changeText, percent, timesOf } from "../format.ts";
import { type Owed, owedSumsOf } from "../give-back/owed.ts";
import { backLines } from "../sums/approved-lines.ts";
import { legendItem, plot } from "../sums/bars.ts";
import { shareBar } from "../sums/share-bars.ts";
import type { SumLine } from "../sums/sum-lines.ts";
import { type BusinessTexts, businessTexts } from "../texts/business.ts";
import { sumTexts } from "../texts/sums.ts";
import { todayTexts } from "../texts/today.ts";
import type { Visit } from "../visit.ts";
import { type Line, linksOf, partsOf } from "./parts.ts";
import { paymentsQuery } from "./payments-query.ts";
import { type PeriodSums, sumsOf } from "./period-sums.ts";
import { type Length, namesOf } from "./periods.ts";
import type { Shown, Split } from "./shown.ts";

/** How many products a page has at most: its file has more. */
const maxProducts = 20;

type Column = keyof BusinessTexts["columns"];

/** The columns after the first: where nothing went back, what was charged is what is left. */
const columnsOf = ({ periods, before = [] }: Shown): readonly Column[] =>
  [...periods.flatMap(({ rows }) => rows), ...before].some(({ group }) => group === "givenBack")
    ? ["taken", "back", "net", "payments", "approved"]
    : ["taken", "payments", "approved"];

/** What the table is, and what it says of lines in which nothing happened. */
interface Head {
  column: string;
  about: string;
  none(lines: number): string;
  isLatestFirst?: boolean;
  /** What its lines are split by, where each is a part of one whole. */
  parts?: Split;
}

/** What all periods come to, then each of them, or each part, as a column and as a row: all currencies on one grid. */
export function currencyCard(
  visit: Visit,
  shown: Shown,
  currency: Money["currency"],
  { isNamed, owed }: { isNamed: boolean; owed: readonly Owed[] },
): Html {
  const { language } = visit;
  const { by, split, periods } = shown;
  const words = businessTexts[language];
  const own = (rows: readonly SpanTally[]) => rows.filter((row) => row.currency === currency);
  const all = own(periods.flatMap(({ rows }) => rows));
  const parts = split === "product" ? largestProducts(all, maxProducts) : all;
  const lines = split === undefined ? periodLines(visit, shown, currency) : partsOf(visit, { ...shown, split }, parts);
  const head: Head =
    split === undefined
      ? { column: words.period[by], about: words.table[by], none: words.noneIn[by], isLatestFirst: true }
      : { ...words.part[split], none: words.noneIn.hour, ...(split !== "hour" && { parts: split }) };
  const whole = wholeLines(visit, shown, all, own(shown.before ?? []));
  const names = columnsOf(shown);
  const charged = owed.filter((each) => each.currency === currency);
  const toGiveBack = backLines(visit, { currency, ...owedSumsOf(charged) }, mainOf(names));
  return html`<section class="card">
${isNamed && html`<h2>${words.in[currency]}</h2>`}
${head.parts === undefined && columns(language, split === undefined ? lines.toReversed() : lines, currency)}
${table(visit, { head, columns: names, lines, whole: lines.filter(hasAny).length > 1 || whole.length > 1 ? whole : [], toGiveBack }, currency)}</section>`;
}

function periodLines({ language, settings }: Visit, { by, periods }: Shown, currency: Money["currency"]): Line[] {
  const words = businessTexts[language];
  const times = timesOf(language, settings.timeZone);
  const sums = periods.map(({ rows }) => sumsOf(rows.filter((row) => row.currency === currency)));
  return periods.map(({ period }, at) => {
    const { whole: name, ...names } = namesOf(by, period, times);
    const own = sums[at] ?? sumsOf([]);
    const change =
      by === "month" && !period.isOpen ? changed(language, own, sums[at + 1], words.before.month(1)) : undefined;
    return {
      name,
      ...names,
      note: period.isOpen ? words.open : change,
      sums: own,
      to: periodLinks(by, period.batches, currency),
    };
  });
}

/** Where the numbers of a period lead: to its payments, or to its days. */
function periodLinks(by: Length, batches: Shown["periods"][number]["period"]["batches"], currency: Money["currency"]) {
  const [first] = batches;
  const days = { from: first.date, until: (batches.at(-1) ?? first).date };
  return {
    back: paymentsQuery(days, { currency }, "returns"),
    within:
      by === "day" ? `close?batch=${days.until}` : `business?${new URLSearchParams({ by: "day", ...days }).toString()}`,
    declined: paymentsQuery(days, { state: "declined", currency }),
  };
}

const netOf = ({ taken, back }: PeriodSums): number => taken.minor - back.minor;

/** How much the net sum is above that of the time before, where that has one. */
function changed(language: Visit["language"], sums: PeriodSums, earlier: PeriodSums | undefined, before: string) {
  const [net, netBefore] = [netOf(sums), earlier === undefined ? 0 : netOf(earlier)];
  return netBefore > 0
    ? businessTexts[language].than(changeText((net - netBefore) / netBefore, language), net >= netBefore, before)
    : undefined;
}

/** What all periods come to, and as many before them. */
function wholeLines(
  { language }: Visit,
  shown: Shown,
  rows: readonly SpanTally[],
  rowsBefore: readonly SpanTally[],
): Line[] {
  const words = businessTexts[language];
  const before = words.before[shown.by](shown.periods.length);
  const [sums, earlier] = [sumsOf(rows), sumsOf(rowsBefore)];
  const line = (name: string, own: PeriodSums): Line => ({ name, short: name, sums: own });
  const whole = {
    ...line(words.whole, sums),
    note: changed(language, sums, earlier, before),
    to: linksOf(shown, rows, {}),
  };
  const name = before.charAt(0).toUpperCase() + before.slice(1);
  return hasAny({ sums: earlier }) ? [whole, line(name, earlier)] : [whole];
}

/** A column for each line: what was charged, and which part of as much went back. Of one alone, the table says enough. */
function columns(language: Visit["language"], lines: readonly Line[], currency: Money["currency"]): Html | undefined {
  if (lines.filter(({ sums: { taken, back } }) => taken.minor + back.minor > 0).length < 2) return undefined;
  const words = businessTexts[language];
  const bars = lines.map(({ name, short, unit, sums: { taken, back, ...sums } }) => ({
    label: short,
    unit,
    parts: [
      ["approved", Math.max(0, taken.minor - back.minor)],
      ["reversed", back.minor],
    ] as const,
    said:
      taken.count + back.count > 0 ? `${name}: ${valuesOf(language, { taken, back, ...sums }, currency)}` : undefined,
  }));
  const hasBack = lines.some(({ sums }) => sums.back.minor > 0);
  const legend = hasBack && html`${legendItem("approved", words.kept)}${legendItem("reversed", words.back)}`;
  return html`<figure class="chart">
${plot(bars, currency, { legend, cut: todayTexts[language].chart.cut })}
</figure>`;
}

/** The values of a line in words. */
function valuesOf(language: Visit["language"], { taken, back }: PeriodSums, currency: Money["currency"]): string {
  const words = businessTexts[language];
  const value = (name: string, minor: number) => `${name} ${formatMoney({ minor, currency })}`;
  const parts = [`${value(words.taken, taken.minor)} (${taken.count})`];
  if (back.minor > 0) parts.push(value(words.back, back.minor), value(words.net, taken.minor - back.minor));
  return parts.join(", ");
}

/** Whether anything happened in a line. */
const hasAny = ({ sums: { taken, back, declined } }: Pick<Line, "sums">): boolean =>
  taken.count + back.count + declined > 0;

/** The lines in their order: those next to each other in which nothing happened together, each other one alone. */
function runs(lines: readonly Line[]): Line[][] {
  const all: Line[][] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last?.[0] !== undefined && !hasAny(last[0]) && !hasAny(line)) last.push(line);
    else all.push([line]);
  }
  return all;
}

/** What a {@link table} has. */
interface Rows {
  head: Head;
  columns: readonly Column[];
  lines: readonly Line[];
  /** What all lines come to, and what is before them. */
  whole: readonly Line[];
  /** What of them should go back, and what may have gone. */
  toGiveBack: readonly SumLine[];
}

/** The column of what stands out: what is left. On a phone it stands beside the name. */
const mainOf = (names: readonly Column[]) => (names.includes("net") ? "net" : "taken");

/** A row for each line, and one for those next to each other in which nothing happened. */
function table(
  visit: Visit,
  { head, columns: names, lines, whole, toGiveBack }: Rows,
  currency: Money["currency"],
): Html {
  const { language } = visit;
  const words = businessTexts[language];
  const charged = lines.reduce((sum, { sums: { taken } }) => sum + taken.minor, 0);
  const hasShares = head.parts !== undefined && lines.length > 1;
  const share = (minor: number) =>
    hasShares && minor > 0 && shareBar(minor / charged, { tone: "approved", about: words.share }, language);
  // Names of schemes and of times are short.
  const isLong = head.parts === "product" || head.parts === "branch";
  const backRows = toGiveBack.map(
    ({ label, count, amount }) =>
      html`<tr class="owed"><th scope="row"><span class="name">${label}</span> <span class="dim">${count}</span></th>${names.map((name) => (name === mainOf(names) ? html`<td class="number main">${amount}</td>` : html`<td></td>`))}</tr>`,
  );
  const folded = (run: readonly Line[]) => {
    // Periods stand the latest first, hours as they follow each other.
    const [first, last] = head.isLatestFirst ? [run.at(-1), run[0]] : [run[0], run.at(-1)];
    return html`<tr class="none"><th scope="row" colspan="${1 + names.length}"><span class="whole">${first?.short} –</span> <span class="whole">${last?.end ?? last?.short}:</span> <span class="empty">${head.none(run.length)}</span></th></tr>`;
  };
  // Without the row of the whole, one line alone has anything.
  const lineRows = (line: Line) =>
    html`${rowOf(visit, names, line, currency, { share: share(line.sums.taken.minor), isLong })}${whole.length === 0 && hasAny(line) && backRows}`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.in[currency]}: ${head.about}"><table class="list periods ${head.parts}"><caption class="sr">${head.about}</caption>
<thead><tr><th scope="col">${hasShares ? words.withShare(head.column) : head.column}</th>${names.map((name) => html`<th scope="col" class="number ${name} ${name === mainOf(names) && "main"}">${words.columns[name]}</th>`)}</tr></thead>
${whole.length > 0 && html`<tbody class="whole">${whole.map((line, at) => html`${rowOf(visit, names, line, currency)}${at === 0 && backRows}`)}</tbody>`}
<tbody>${runs(lines).map((run) => (run.length > 1 ? folded(run) : run.map(lineRows)))}</tbody></table></div>`;
}

/** A line. @param part `share`: which part of the whole it is. `isLong`: whether its name may be long */
function rowOf(
  { language, root }: Visit,
  names: readonly Column[],
  { name, note, to, sums }: Line,
  currency: Money["currency"],
  { share = false, isLong = false }: { share?: Html | false; isLong?: boolean } = {},
): Html {
  const words = businessTexts[language];
  const { taken, back, unnamed, approved, declined } = sums;
  const main = mainOf(names);
  const [isNone, isKept] = [taken.count === 0, back.count === 0];
  const amount = (minor: number) => formatMoney({ minor, currency });
  const link = (path: string | undefined, text: string, isEmpty = false) =>
    isEmpty || path === undefined ? text : html`<a href="${root}${path}">${text}</a>`;
  const of: Record<Column, () => Html | string> = {
    taken: () => link(to?.taken ?? to?.within, amount(taken.minor), isNone),
    back: () => link(to?.back, isKept ? "–" : amount(-back.minor), isKept),
    net: () => amount(netOf(sums)),
    payments: () => link(to?.taken ?? to?.within, String(taken.count), isNone),
    approved: () =>
      approved === undefined
        ? "–"
        : html`${link(to?.declined, percent(approved, language), declined === 0)} <span class="dim">${words.ofAnswered(taken.count + declined)}</span>`,
  };
  // A count stands before its name, as on the other pages; a sum stands after it.
  const units: Partial<Record<Column, string>> = {
    payments: words.units.payments(taken.count),
    ...(approved !== undefined && { approved: words.units.approved(taken.count + declined) }),
  };
  const cell = (column: Column) => {
    const value = html`<span>${of[column]()}</span>`;
    if (column === main && !isLong) return value;
    const unit = units[column];
    return unit === undefined
      ? html`<span class="on-small">${words.columns[column]}</span> ${value}`
      : html`${value} <span class="on-small">${unit}</span>`;
  };
  const notes = [
    note,
    unnamed > 0 && `${sumTexts[language].marked.partialUnknown}: ${sumTexts[language].payments(unnamed)}`,
  ];
  return html`<tr class="${isNone && "none"} ${isKept && "kept"}"><th scope="row"><span class="name">${link(to?.part ?? to?.within, name, to?.within === undefined && isNone)}</span>${notes.map((each) => each && html` ${each === words.open ? html`<span class="dim whole"><span class="badge">${each}</span></span>` : html`<span class="dim">${each}</span>`}`)}${share}</th>
${names.map((column) => html`<td class="number ${column} ${column === main && "main"}">${cell(column)}</td>`)}</tr>`;
}

import { ArgumentError } from "@ventanilla/client";
import { type Html, html, wholeText } from "@ventanilla/web";
import { matching } from "../../staff/pages.ts";
import type { AttemptFilter, AttemptPage } from "../../stores/staff-store.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { fileLinks, filePath, sendRows } from "../download/send-file.ts";
import { cardRefusal } from "../find/find.ts";
import { timesOf } from "../format.ts";
import { owedIn } from "../give-back/owed.ts";
import { stateLegend } from "../standing/state-legend.ts";
import { businessTexts } from "../texts/business.ts";
import { type ListTexts, listTexts } from "../texts/list.ts";
import { sumTexts } from "../texts/sums.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { type Counted, countedSpan, countedTitle, summedBy } from "./counted.ts";
import { filterOf, type Wrong } from "./filter.ts";
import { filterForm } from "./filter-form.ts";
import { type Found, foundIn, foundTotals } from "./found-totals.ts";
import { filterQuery, keptFilterForms } from "./kept-filters.ts";
import { listRows } from "./list-rows.ts";
import { isOfOneDay, paymentsTable } from "./payments-table.ts";

const pageLength = 50;

/** How many attempts are counted and added up, at most: a list takes its time for each, and a person waits for it. */
const maxCounted = 500;

/** `/payments`: all payments, or those that match a filter, the newest first; and the same as a file. */
export const listRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/payments$/, answer: listPage },
  { method: "GET", path: filePath("payments"), answer: sendFile },
];

async function listPage(visit: Visit): Promise<Answer> {
  const { query, language, root, settings } = visit;
  const words = listTexts[language];
  const { filter = {}, counted, problem, wrong } = filterOf(query, settings);
  const after = query.get("after") ?? undefined;
  if (problem === "card") return { to: cardRefusal };
  const found = problem ?? (await listed(visit, { filter, counted, after }));
  const isFiltered = problem !== undefined || Object.keys(filter).length > 0;
  const title = counted === undefined ? words.title : `${words.title}: ${countedTitle(visit, counted)}`;
  const { page: { attempts, next } = { attempts: [] } } = typeof found === "string" ? {} : found;
  const isLatest = !isFiltered && after === undefined && attempts.length > 0;
  return {
    status: typeof found === "string" ? 422 : 200,
    title,
    ...(isLatest && {
      heading: html`${title} <span class="dim">${next === undefined ? attempts.length : words.latest(attempts.length)}</span>`,
    }),
    section: "payments",
    // Older pages do not change, and an update would empty a filter that somebody fills in.
    live: after === undefined && !isFiltered,
    ...(wrong && {
      wrong: {
        finds: Object.entries(words.fields).flatMap(([name, label]) => {
          const error = wrong[name];
          return error === undefined ? [] : [{ field: `f-${name}`, text: `${label}: ${words.errors[error]}` }];
        }),
      },
    }),
    body: html`${counted && html`<p class="dim">${countedSpan(visit, counted)}</p>`}
${results(visit, { filter, wrong, isFiltered, found: typeof found === "string" ? undefined : found })}
${typeof found === "string" && wrong === undefined && html`<p class="alert" role="alert">${words.errors[found]}${found === "batches" && html` <a href="${root}business">${businessTexts[language].toAll}</a>`}</p>`}
${stateLegend(language)}`,
  };
}

/** What an address asks for. */
interface Filtered {
  filter: AttemptFilter;
  wrong: Wrong | undefined;
  isFiltered: boolean;
}

/** What a page of the list shows. */
interface Listed {
  page: AttemptPage;
  now: number;
  /** The sums of what the filter finds, `undefined` where it is more than {@link maxCounted}. Absent without a filter. */
  found?: { sums: Found | undefined };
}

/** Reads a page of the list. Returns the error to show when the address names no page. */
async function listed(
  visit: Visit,
  { counted, after, ...given }: { filter: AttemptFilter; counted: Counted | undefined; after: string | undefined },
): Promise<Listed | keyof ListTexts["errors"]> {
  const { store } = visit.settings;
  try {
    const { filter, rows } = await summedBy(store, given.filter, counted);
    const [page, now, owed] = await Promise.all([
      store.listAttempts({ filter, limit: pageLength, ...(after !== undefined && { after }) }),
      store.now(),
      rows && owedIn(store, filter),
    ]);
    if (Object.keys(filter).length === 0) return { page, now };
    const isWhole = after === undefined && page.next === undefined;
    if (rows && owed) return { page, now, found: { sums: { rows, owed } } };
    const found = isWhole ? page : await store.listAttempts({ filter, limit: maxCounted });
    return { page, now, found: { sums: found.next === undefined ? foundIn(found.attempts) : undefined } };
  } catch (error) {
    // The filter was checked before: only `after` can be wrong.
    if (error instanceof ArgumentError) return "after";
    throw error;
  }
}

/** The filter, and what it finds: how many, what they come to, and a page of them. */
function results(
  visit: Visit,
  { filter, wrong, isFiltered, found: shown }: Filtered & { found: Listed | undefined },
): Html {
  const { language, query, root } = visit;
  const words = listTexts[language];
  const address = (path: string, after?: string) => {
    const again = new URLSearchParams(filterQuery(query));
    if (after !== undefined) again.set("after", after);
    return `${root}${path}?${again.toString()}`;
  };
  const { page: { attempts = [], next } = {}, found, now = 0 } = shown ?? {};
  const kept = keptFilterForms(visit, isFiltered && shown !== undefined);
  const sums = found?.sums;
  const named = { csv: html`<span class="sr">${words.download}</span> CSV`, xlsx: "Excel" };
  const files = attempts.length > 0 && fileLinks(language, (format) => address(`payments.${format}`), named);
  const day =
    isOfOneDay(filter) && shown ? wholeText(timesOf(language, visit.timeZone).day(filter.from ?? 0)) : undefined;
  const isOneSum = sums && new Set(sums.rows.map(({ group, currency }) => `${group} ${currency}`)).size === 1;
  const count =
    found &&
    !isOneSum &&
    (sums ? sumTexts[language].payments(countedSumOf(sums.rows).count) : words.foundMore(maxCounted));
  const filters = html`<section class="card found"><div class="row">${filterForm(visit, { wrong, isFiltered, day, save: kept.forms })} ${isFiltered && html`<a class="clear" href="${root}payments">${words.clear}</a>`} ${!count && files}</div>
${kept.links}${count && files && html`<div class="row"><strong>${count}</strong> ${files}</div>`}
${files && sums && foundTotals(visit, sums)}</section>`;
  const isEmpty = shown && !kept.links && attempts.length === 0 && !isFiltered && !query.has("after");
  return html`${!isEmpty && filters}
${shown && attempts.length === 0 && html`<p class="card empty">${isFiltered ? words.noneFound : words.none}</p>`}
${attempts.length > 0 && paymentsTable(visit, attempts, now, filter)}
<p class="row aside">${shown && query.has("after") && html`<a href="${address("payments")}">${words.newest}</a>`} ${next !== undefined && html`<a href="${address("payments", next)}" rel="next">${words.older}</a>`}</p>`;
}

/** Sends all payments that match the filter as a file. */
async function sendFile(visit: Visit, format = "csv"): Promise<Answer> {
  const { settings, language, query } = visit;
  const { store, timeZone, keepEmail } = settings;
  const { filter: given, counted } = filterOf(query, settings);
  if (given === undefined) return listPage(visit);
  const { filter } = await summedBy(store, given, counted);
  return sendRows(
    visit,
    { format, name: "ventanilla" },
    listRows(matching(store, filter), timeZone, language, keepEmail),
  );
}

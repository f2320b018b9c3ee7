import { ArgumentError } from "@ventanilla/client";
import { type Html, html } from "@ventanilla/web";
import { decisionKinds } from "../../attempt/needs-person.ts";
import { currencies } from "../../attempt/rules.ts";
import { groups } from "../../attempt/sections-of.ts";
import { matching } from "../../staff/pages.ts";
import type { AttemptFilter, AttemptPage } from "../../stores/staff-store.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { fileLinks, filePath, sendRows } from "../download/send-file.ts";
import { cardRefusal } from "../find/find.ts";
import { goTo, showPage } from "../frame.ts";
import { owedIn } from "../give-back/owed.ts";
import { standingName } from "../standing/standing.ts";
import { stateLegend } from "../standing/state-legend.ts";
import { businessTexts } from "../texts/business.ts";
import { type ListTexts, listTexts } from "../texts/list.ts";
import { reasonTexts } from "../texts/reasons.ts";
import { openSums } from "../today/today.ts";
import type { CounterRoute, Visit } from "../visit.ts";
import { type Counted, countedFields, countedSpan, countedTitle, summedBy } from "./counted.ts";
import { filterOf, type Wrong } from "./filter.ts";
import { type Found, foundIn, foundTotals } from "./found-totals.ts";
import { filterQuery, keptFilterForms } from "./kept-filters.ts";
import { listRows } from "./list-rows.ts";
import { paymentsTable } from "./payments-table.ts";

const pageLength = 50;

/** How many attempts are counted and added up, at most: a list takes its time for each, and a person waits for it. */
const maxCounted = 500;

/** The choices of the state field. */
const stateChoices = [...groups, "charged", ...decisionKinds] as const;

/** `/payments`: all payments, or those that match a filter, the newest first; and the same as a file. */
export const listRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/payments$/, answer: showList },
  { method: "GET", path: filePath("payments"), answer: sendFile },
];

async function showList(visit: Visit): Promise<void> {
  const { query, language, root, settings } = visit;
  const words = listTexts[language];
  const { filter = {}, counted, problem, wrong } = filterOf(query, settings);
  const after = query.get("after") ?? undefined;
  if (problem === "card") return goTo(visit, cardRefusal);
  const found = problem ?? (await listed(visit, { filter, counted, after }));
  const isFiltered = problem !== undefined || Object.keys(filter).length > 0;
  const kept = keptFilterForms(visit, isFiltered && problem === undefined);
  showPage(visit, {
    status: typeof found === "string" ? 422 : 200,
    title: counted === undefined ? words.title : `${words.title}: ${countedTitle(visit, counted)}`,
    section: "payments",
    // Older pages do not change, and an update would empty a filter that somebody fills in.
    live: after === undefined && !isFiltered,
    ...(wrong && {
      wrong: {
        asks: Object.entries(wrong).map(([name, error]) => ({ field: `f-${name}`, text: words.errors[error] })),
      },
    }),
    body: html`${counted && html`<p class="dim">${countedSpan(visit, counted)}</p>`}
<div class="card">${kept.chips}${filterForm(visit, words, { isFiltered, wrong })}
${kept.form}</div>
${typeof found !== "string" && results(visit, found, filter)}
${typeof found === "string" && wrong === undefined && html`<p class="alert" role="alert">${words.errors[found]}${found === "batches" && html` <a href="${root}business">${businessTexts[language].toAll}</a>`}</p>`}
${stateLegend(language)}`,
  });
}

/** What a page of the list shows. */
interface Listed {
  page: AttemptPage;
  now: number;
  /** The sums of what the filter finds, `undefined` where it is more than {@link maxCounted}. Absent without a filter. */
  found?: { sums: Found | undefined };
  /** What the open batch comes to, where the list begins and no filter chooses of it. */
  open?: Awaited<ReturnType<typeof openSums>>;
}

/** Reads a page of the list. Returns the error to show when the address names no page. */
async function listed(
  visit: Visit,
  { counted, after, ...given }: { filter: AttemptFilter; counted: Counted | undefined; after: string | undefined },
): Promise<Listed | keyof ListTexts["errors"]> {
  const { store } = visit.settings;
  try {
    const { filter, rows } = await summedBy(store, given.filter, counted);
    const [page, now] = await Promise.all([
      store.listAttempts({ filter, limit: pageLength, ...(after !== undefined && { after }) }),
      store.now(),
    ]);
    if (Object.keys(filter).length === 0)
      return { page, now, ...(after === undefined && { open: await openSums(visit, now) }) };
    const isWhole = after === undefined && page.next === undefined;
    if (rows) return { page, now, found: { sums: { rows, owed: await owedIn(store, filter) } } };
    const found = isWhole ? page : await store.listAttempts({ filter, limit: maxCounted });
    return { page, now, found: { sums: found.next === undefined ? foundIn(found.attempts) : undefined } };
  } catch (error) {
    // The filter was checked before: only `after` can be wrong.
    if (error instanceof ArgumentError) return "after";
    throw error;
  }
}

/** The name of a choice of the state. Two groups have more in them than the standing of their name. */
function stateName(choice: (typeof stateChoices)[number], language: Visit["language"]): string {
  return choice === "approved" || choice === "charged" || choice === "waiting"
    ? listTexts[language][choice]
    : standingName(choice, language);
}

/** @param shown with the fields of the form that are wrong, of which the first gets the focus */
function filterForm(
  { query, root, language, settings }: Visit,
  words: ListTexts,
  { isFiltered, wrong = {} }: { isFiltered: boolean; wrong: Wrong | undefined },
): Html {
  const { fields } = words;
  const whyNot = reasonTexts[language];
  const [first] = Object.keys(wrong);
  const value = (name: string) => query.get(name) ?? "";
  const field = (name: keyof typeof fields, type = "text", more?: Html) => {
    const error = wrong[name];
    const isWrong = error !== undefined;
    const note = isWrong ? words.errors[error] : name === "amount" && words.amountNote;
    const said = note && html`<small id="${name}-note"${isWrong && html` class="wrong"`}>${note}</small>`;
    return html`<p><label for="f-${name}">${fields[name]}</label>${isWrong && said}<input id="f-${name}" name="${name}" type="${type}" value="${value(name)}"${more}${note && html` aria-describedby="${name}-note"`}${isWrong && html` aria-invalid="true"${name === first && " autofocus"}`}>${!isWrong && said}</p>`;
  };
  // A date field would write in the browser's language.
  const dateHint = html` inputmode="numeric" placeholder="20/11/2026"`;
  const option = (id: string, name: string, chosen: string) =>
    html`<option value="${id}"${id === chosen && html` selected`}>${name}</option>`;
  const choicesUnder = (title: string, names: Readonly<Record<string, string>>) =>
    html`<optgroup label="${title}">${Object.entries(names).map(([each, name]) => option(each, name, value("state")))}</optgroup>`;
  // The currency that comes with batches is in the sums below: results are nearer without seven fields above them.
  const currencyShown = query.has("batches") ? [] : ["currency"];
  const rare = ["from", "until", "amount", ...currencyShown, "reference", "authorization", "email", "digits"];
  return html`<form class="filters" method="get" action="${root}payments" role="search">
${countedFields.map((name) => query.has(name) && html`<input type="hidden" name="${name}" value="${value(name)}">`)}
<div class="fields">
${field("order", "search")}
<p><label for="f-state">${fields.state}</label><select id="f-state" name="state">${option("", words.all.states, value("state"))}${stateChoices.map(
    (each) => option(each, stateName(each, language), value("state")),
  )}${choicesUnder(whyNot.title, whyNot.names)}${choicesUnder(whyNot.far, whyNot.stages)}</select></p>
</div>
<details${rare.some((name) => value(name) !== "") && html` open`}>
<summary>${words.more}</summary>
<div class="fields">
${field("from", "text", dateHint)}
${field("until", "text", dateHint)}
${field("amount", "text", html` inputmode="decimal" placeholder="${words.amountHint}"`)}
<p><label for="f-currency">${fields.currency}</label><select id="f-currency" name="currency">${option("", words.all.currencies, value("currency"))}${currencies.map(
    (currency) => option(currency, businessTexts[language].in[currency], value("currency")),
  )}</select></p>
${field("reference")}
${field("authorization")}
${(settings.keepEmail || query.has("email")) && field("email", "text", html` inputmode="email" autocomplete="off"`)}
${field("digits", "text", html` inputmode="numeric" maxlength="4"`)}
</div>
</details>
<p class="row"><button>${words.show}</button>${isFiltered && html` <a href="${root}payments">${words.clear}</a>`}</p>
</form>`;
}

function results(visit: Visit, { page, now, found, open }: Listed, filter: AttemptFilter): Html {
  const { language, query, root } = visit;
  const words = listTexts[language];
  const { attempts, next } = page;
  const isFiltered = Object.keys(filter).length > 0;
  if (attempts.length === 0) return html`<p class="card empty">${isFiltered ? words.noneFound : words.none}</p>`;
  const address = (path: string, after?: string) => {
    const again = new URLSearchParams(filterQuery(query));
    if (after !== undefined) again.set("after", after);
    return `${root}${path}?${again.toString()}`;
  };
  const sums = found?.sums;
  return html`<section class="card found"><div class="row">${found && html`<strong>${sums ? words.found(countedSumOf(sums.rows).count) : words.foundMore(maxCounted)}</strong>`}${open && html`<h2>${open.title}</h2>`} ${fileLinks(words, (format) => address(`payments.${format}`))}</div>
${sums ? foundTotals(visit, sums) : open?.sums}</section>
${paymentsTable(visit, attempts, now)}
<p class="row aside">${query.has("after") && html`<a href="${address("payments")}">${words.newest}</a>`} ${next !== undefined && html`<a href="${address("payments", next)}" rel="next">${words.older}</a>`}</p>`;
}

/** Sends all payments that match the filter as a file. */
async function sendFile(visit: Visit, format = "csv"): Promise<void> {
  const { settings, language, query } = visit;
  const { store, timeZone, keepEmail } = settings;
  const { filter: given, counted } = filterOf(query, settings);
  if (given === undefined) return showList(visit);
  const { filter } = await summedBy(store, given, counted);
  await sendRows(
    visit,
    { format, name: "ventanilla" },
    listRows(matching(store, filter), timeZone, language, keepEmail),
  );
}

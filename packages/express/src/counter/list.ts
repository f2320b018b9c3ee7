import { ArgumentError } from "@ventanilla/client";
import { formatCard, formatMoney, type Html, html } from "@ventanilla/web";
import { approvedAmountOf, isPartial } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { groups } from "../attempt/group.ts";
import { decisionKinds } from "../attempt/needs-person.ts";
import { currencies } from "../attempt/rules.ts";
import { paymentPath } from "../base/printable.ts";
import type { AttemptPage } from "../stores/staff-store.ts";
import { filterOf, type ReadFilter } from "./filter.ts";
import { timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { badge, standingName, standingOf } from "./standing.ts";
import { type ListTexts, listTexts } from "./texts/list.ts";
import type { CounterRoute, Visit } from "./visit.ts";

const pageLength = 50;

/** The choices of the state field. */
const stateChoices = [...groups, ...decisionKinds] as const;

/** `/payments`: all payments, or those that match a filter, the newest first. */
export const listRoutes: readonly CounterRoute[] = [{ method: "GET", path: /^\/payments$/, answer: showList }];

async function showList(visit: Visit): Promise<void> {
  const { query, language, settings } = visit;
  const words = listTexts[language];
  const { filter, problem } = filterOf(query, settings.timeZone);
  const after = query.get("after") ?? undefined;
  const found = problem === undefined ? await pageOf(visit, { filter, after }) : problem;
  const isFiltered = filter === undefined || Object.keys(filter).length > 0;
  showPage(visit, {
    status: typeof found === "string" ? 422 : 200,
    title: words.title,
    section: "payments",
    // Older pages do not change, and an update would empty a filter that somebody fills in.
    live: after === undefined && !isFiltered,
    body: html`${filterForm(visit, words, isFiltered)}
${typeof found === "string" ? html`<p class="alert" role="alert">${words.errors[found]}</p>` : results(visit, found, isFiltered)}`,
  });
}

/** Reads a page of the list. Returns the error to show when the address names no page. */
async function pageOf(
  { settings }: Visit,
  { filter, after }: Pick<ReadFilter, "filter"> & { after: string | undefined },
): Promise<AttemptPage | keyof ListTexts["errors"]> {
  try {
    return await settings.store.listAttempts({
      limit: pageLength,
      ...(filter && { filter }),
      ...(after !== undefined && { after }),
    });
  } catch (error) {
    // The filter was checked before: only `after` can be wrong.
    if (error instanceof ArgumentError) return "after";
    throw error;
  }
}

function filterForm({ query, root, language }: Visit, words: ListTexts, isFiltered: boolean): Html {
  const { fields } = words;
  const value = (name: string) => query.get(name) ?? "";
  const field = (name: keyof typeof fields, type = "text", more?: Html) =>
    html`<p><label for="f-${name}">${fields[name]}</label><input id="f-${name}" name="${name}" type="${type}" value="${value(name)}"${more}>${name === "amount" && html`<small id="amount-note">${words.amountNote}</small>`}</p>`;
  // A date field would write in the browser's language.
  const dateHint = html` inputmode="numeric" placeholder="20/11/2026"`;
  const option = (id: string, name: string, chosen: string) =>
    html`<option value="${id}"${id === chosen && html` selected`}>${name}</option>`;
  const rare = ["from", "until", "amount", "currency", "reference", "authorization", "digits"];
  return html`<form class="card filters" method="get" action="${root}payments" role="search">
<div class="fields">
${field("order", "search")}
<p><label for="f-state">${fields.state}</label><select id="f-state" name="state">${option("", words.all.states, value("state"))}${stateChoices.map(
    (each) => option(each, each === "approved" ? words.approved : standingName(each, language), value("state")),
  )}</select></p>
</div>
<details${rare.some((name) => value(name) !== "") && html` open`}>
<summary>${words.more}</summary>
<div class="fields">
${field("from", "text", dateHint)}
${field("until", "text", dateHint)}
${field("amount", "text", html` inputmode="decimal" placeholder="${words.amountHint}" aria-describedby="amount-note"`)}
<p><label for="f-currency">${fields.currency}</label><select id="f-currency" name="currency">${option("", words.all.currencies, value("currency"))}${currencies.map(
    (currency) => option(currency, currency, value("currency")),
  )}</select></p>
${field("reference")}
${field("authorization")}
${field("digits", "text", html` inputmode="numeric" maxlength="4"`)}
</div>
</details>
<p class="row"><button>${words.show}</button>${isFiltered && html` <a href="${root}payments">${words.clear}</a>`}</p>
</form>`;
}

function results(visit: Visit, { attempts, next }: AttemptPage, isFiltered: boolean): Html {
  const { language, query, root } = visit;
  const words = listTexts[language];
  if (attempts.length === 0) return html`<p class="card empty">${isFiltered ? words.noneFound : words.none}</p>`;
  const { columns } = words;
  const address = (after: string | undefined) => {
    const again = new URLSearchParams([...query].filter(([name, value]) => value !== "" && name !== "after"));
    again.delete("lang");
    if (after !== undefined) again.set("after", after);
    return `${root}payments?${again.toString()}`;
  };
  return html`<table class="list">
<thead><tr><th scope="col">${columns.time}</th><th scope="col">${columns.order}</th><th scope="col" class="number">${columns.amount}</th><th scope="col">${columns.state}</th><th scope="col">${columns.card}</th></tr></thead>
<tbody>
${attempts.map((attempt) => row(visit, attempt))}
</tbody>
</table>
<p class="row">${query.has("after") && html`<a href="${address(undefined)}">${words.newest}</a>`} ${next !== undefined && html`<a href="${address(next)}" rel="next">${words.older}</a>`}</p>`;
}

/** The amount that the bank was asked for. For an approval in part, after the part, where a person has named it. */
function amountText(attempt: Attempt, language: Visit["language"]): Html {
  const asked = formatMoney(attempt.amount);
  const mayBePart = attempt.state === "approved" || attempt.state === "review";
  if (!mayBePart || !isPartial(attempt)) return html`${asked}`;
  const approved = approvedAmountOf(attempt);
  return html`${approved && html`${formatMoney(approved)} `}<span class="dim">${listTexts[language].ofAmount(asked)}</span>`;
}

function row({ root, language, settings }: Visit, attempt: Attempt): Html {
  const { maskedCard } = attempt.facts.verdict ?? {};
  return html`<tr>
<td>${timesOf(language, settings.timeZone).moment(attempt.createdAt)}</td>
<th scope="row"><a href="${root}${paymentPath(attempt.id)}">${attempt.order}</a></th>
<td class="number">${amountText(attempt, language)}</td>
<td>${badge(standingOf(attempt), language)}</td>
<td>${maskedCard !== undefined && formatCard(maskedCard)}</td>
</tr>`;
}

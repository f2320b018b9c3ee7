import type { PageAnswer } from "@ventanilla/express/counter";
import { formatMoney, html } from "@ventanilla/web";
import { codeOf, shownCode } from "../code.ts";
import { amountText, isFixedOnce, type LinkFilter, stateOf } from "../link.ts";
import { type StaffVisit, waysOf } from "./desk.ts";

const pageLength = 50;

export async function listPage(visit: StaffVisit): Promise<PageAnswer> {
  const { database, links, words, now, at, language, query, moment } = visit;
  const { columns, filters } = words;
  // What the address does not name, it does not filter by.
  const current = Object.keys(filters).find((name) => name === query.get("filter")) ?? "all";
  const filter = current === "all" ? undefined : (current as LinkFilter);
  const after = codeOf(query.get("after") ?? "");
  const found = await database.read(() => links.page({ filter, after, now, limit: pageLength + 1 }));
  const shown = found.slice(0, pageLength);
  const body = html`<div class="apart">${waysOf(visit)}
<p class="row choices">${Object.entries(filters).map(
    ([name, label]) => html`<a href="?filter=${name}"${name === current && html` aria-current="true"`}>${label}</a>`,
  )}</p></div>
<table class="list leads">
<thead><tr><th scope="col">${columns.made}</th><th scope="col">${columns.what}</th><th scope="col" class="number">${columns.amount}</th><th scope="col">${columns.state}</th><th scope="col" class="number">${columns.paid}</th></tr></thead>
<tbody>${shown.map((link) => {
    const { createdAt, code, description, customer, paid } = link;
    const state = stateOf(link, now);
    return html`<tr>
<td class="when">${moment(createdAt)}</td>
<th scope="row" class="names"><a href="${at(code)}"><bdi>${description}</bdi></a> <span class="dim">${customer.name && html`<bdi>${customer.name}</bdi> · `}<span class="whole">${shownCode(code)}</span></span></th>
<td class="amount number">${amountText(link, language)}</td>
<td><span class="badge ${state === "paid" ? "good" : state}">${words.states[state]}</span></td>
<td class="labeled number${(paid.count === 0 || isFixedOnce(link)) && !paid.givenBack && " same"}" data-name="${columns.paid}">${paid.count > 1 && html`<span class="dim">${words.payments(paid.count.toLocaleString("en-US"))}</span> `}${paid.count > 0 ? formatMoney(paid.total) : "–"}${paid.givenBack && html` <span class="dim back">${columns.back} \u2212${formatMoney(paid.givenBack)}</span>`}</td>
</tr>`;
  })}</tbody>
</table>
<p class="row">${after !== undefined && html`<a href="?filter=${current}">${words.newest}</a>`} ${found.length > pageLength && html`<a href="?filter=${current}&amp;after=${shown.at(-1)?.code}" rel="next">${words.older}</a>`}</p>`;
  return { title: words.charge, body, live: after === undefined };
}

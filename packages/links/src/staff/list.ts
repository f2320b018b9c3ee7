import type { PageAnswer } from "@ventanilla/express/counter";
import { byteOrderMark, csvRow, decimalText, formatMoney, html } from "@ventanilla/web";
import { codeOf } from "../code.ts";
import { amountText, type LinkFilter } from "../link.ts";
import { type StaffVisit, shownState, timesOf, waysOf } from "./desk.ts";

const pageLength = 50;

/** What the address asks for. What it does not know, it does not filter by. */
function requestOf({ query, words }: StaffVisit) {
  const filter = query.get("filter") ?? "all";
  const isFilter = filter !== "all" && Object.hasOwn(words.filters, filter);
  const after = codeOf(query.get("after") ?? "");
  return { ...(isFilter && { filter: filter as LinkFilter }), ...(after !== undefined && { after }) };
}

export async function listPage(visit: StaffVisit): Promise<PageAnswer> {
  const { database, links, words, now, at, language } = visit;
  const { filter, after } = requestOf(visit);
  const found = await database.read(() => links.page({ filter, after, now, limit: pageLength + 1 }));
  const sums = await database.read(() => links.sums({ filter, now }));
  const shown = found.slice(0, pageLength);
  const current = filter ?? "all";
  const { columns } = words;
  const body = html`<div class="apart">${waysOf(visit)}
<p class="row choices">${Object.entries(words.filters).map(
    ([name, label]) => html`<a href="?filter=${name}"${name === current && html` aria-current="true"`}>${label}</a>`,
  )}</p></div>
<p class="card row"><strong>${words.found(sums.reduce((all, { links: count }) => all + count, 0))}</strong> ${sums.map(
    (sum) => sum.payments > 0 && html`<span>${words.brought(formatMoney(sum.total), sum.payments)}</span> `,
  )}<a href="${at("all.csv")}?filter=${current}">${words.file}</a></p>
<table class="list leads">
<thead><tr><th scope="col">${columns.made}</th><th scope="col">${columns.what}</th><th scope="col" class="number">${words.fields.amount}</th><th scope="col">${columns.state}</th><th scope="col" class="number">${columns.paid}</th></tr></thead>
<tbody>${shown.map((link) => {
    const { createdAt, code, description, customer, paid } = link;
    const state = shownState(link, now);
    return html`<tr>
<td class="when">${visit.moment(createdAt)}</td>
<th scope="row" class="names"><a href="${at(code)}"><bdi>${description}</bdi></a>${customer.name && html` <bdi class="dim">${customer.name}</bdi>`}</th>
<td class="amount number">${amountText(link, language)}</td>
<td><span class="badge ${state === "paid" ? "good" : state}">${words.states[state]}</span></td>
<td class="labeled number">${paid.count > 0 && words.brought(formatMoney(paid.total), paid.count)}</td>
</tr>`;
  })}</tbody>
</table>
<p class="row">${after !== undefined && html`<a href="?filter=${current}">${words.newest}</a>`} ${found.length > pageLength && html`<a href="?filter=${current}&amp;after=${shown.at(-1)?.code}" rel="next">${words.older}</a>`}</p>`;
  return { title: words.charge, body, live: after === undefined };
}

/** The same as a file: no spreadsheet runs what somebody typed. */
export async function listFile(visit: StaffVisit): Promise<PageAnswer> {
  const { manage, words, now, timeZone } = visit;
  // As spreadsheets of every language read a time.
  const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  const rows = [byteOrderMark, csvRow(words.csv.split(", "))];
  for await (const link of manage.list(requestOf(visit).filter)) {
    const { amount, max, code, paid, times } = link;
    const most = max === undefined ? "" : decimalText(max.minor);
    const made = [link.url, clock.format(link.createdAt), link.by ?? "", link.description, link.customer.name ?? ""];
    const asked = [decimalText(amount.minor), most, amount.currency, timesOf(times, words)];
    const came = [words.states[shownState(link, now)], String(paid.count), decimalText(paid.total.minor)];
    rows.push(csvRow([{ id: code }, ...made, ...asked, ...came]));
  }
  return { type: "text/csv; charset=utf-8; header=present", name: "ventanilla-links.csv", content: rows.join("") };
}

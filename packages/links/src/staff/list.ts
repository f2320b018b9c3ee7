import type { PageAnswer } from "@ventanilla/express/counter";
import { byteOrderMark, type Cell, csvRow, decimalText, formatMoney, html } from "@ventanilla/web";
import { codeOf } from "../code.ts";
import { amountText, currencyOf, isRange, type LinkFilter, type LinkListRequest } from "../link.ts";
import { badgeOf, kindsOf, type StaffVisit, stateWord, waysOf } from "./desk.ts";

const pageLength = 50;

/** What the address asks for. What it does not know, it does not filter by. */
function requestOf({ query, words }: StaffVisit): LinkListRequest {
  const filter = query.get("filter") ?? "all";
  const after = codeOf(query.get("after") ?? "");
  return {
    ...(filter !== "all" && Object.hasOwn(words.filters, filter) && { filter: filter as LinkFilter }),
    ...(after !== undefined && { after }),
  };
}

export async function listPage(visit: StaffVisit): Promise<PageAnswer> {
  const { database, links, words, now, at } = visit;
  const { filter, after } = requestOf(visit);
  const found = await database.read(() => links.page({ filter, after, now, limit: pageLength + 1 }));
  const sums = await database.read(() => links.sums({ filter, now }));
  const shown = found.slice(0, pageLength);
  const to = (name: string, last?: string) => {
    const query = new URLSearchParams({ ...(name !== "all" && { filter: name }), ...(last && { after: last }) });
    return `${at("all")}?${query.toString()}`;
  };
  const current = filter ?? "all";
  const { columns } = words;
  const days = Map.groupBy(shown, ({ createdAt }) => visit.day(createdAt, now));
  const counted = sums.reduce((all, sum) => all + sum.links, 0);
  const body = html`<div class="apart">${waysOf(visit)}
<p class="row choices filter"><span>${words.filter}:</span> ${Object.entries(words.filters).map(
    ([name, label]) => html`<a href="${to(name)}"${name === current && html` aria-current="true"`}>${label}</a>`,
  )}</p></div>
${
  shown.length === 0
    ? html`<p class="card empty">${words.empty}</p>`
    : html`<section class="card found"><div class="row"><strong>${words.found(counted)}</strong> <a href="${at("all.csv")}?${new URLSearchParams({ filter: current }).toString()}">${words.file}</a></div>
<dl class="sum-lines">${sums.map(({ payments, total }) => payments > 0 && html`<div class="main"><dt>${columns.paid}</dt><dd class="how-many">${words.payments(payments)}</dd><dd class="sum">${formatMoney(total)}</dd></div>`)}</dl></section>
<table class="list">
<thead><tr><th scope="col">${columns.made}</th><th scope="col">${columns.what}</th><th scope="col" class="number">${words.fields.amount}</th><th scope="col">${columns.state}</th><th scope="col" class="number">${columns.paid}</th></tr></thead>
${[...days].map(
  ([day, made]) => html`<tbody>
<tr class="group"><th scope="rowgroup" colspan="5">${day}</th></tr>
${made.map(
  (link) => html`<tr>
<td class="when">${visit.time(link.createdAt)}</td>
<th scope="row" class="names"><a href="${at(link.code)}"><bdi>${link.description}</bdi></a>${kindsOf(link, visit)}</th>
<td class="amount number">${amountText(link.amount, visit.language)}</td>
<td>${badgeOf(link, visit)}</td>
<td class="labeled number">${link.paid.count === 0 ? html`<span class="dim">—</span>` : html`<span class="on-small">${columns.paid}</span> <span><span class="sum">${formatMoney(link.paid.total)}</span> ${link.paid.count > 1 && html`<span class="dim">${words.payments(link.paid.count)}</span>`}</span>`}</td>
</tr>`,
)}
</tbody>`,
)}
</table>`
}
<p class="row">${after !== undefined && html`<a href="${to(current)}">${words.newest}</a>`} ${found.length > pageLength && html`<a href="${to(current, shown.at(-1)?.code)}" rel="next">${words.older}</a>`}</p>`;
  return { title: words.charge, body, live: after === undefined };
}

/** The same as a file: no spreadsheet runs what somebody typed. */
export async function listFile(visit: StaffVisit): Promise<PageAnswer> {
  const { manage, words, now, timeZone } = visit;
  // As spreadsheets of every language read a time.
  const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  const rows = [byteOrderMark, csvRow(words.csv.split(", "))];
  for await (const link of manage.list(requestOf(visit))) {
    const { amount, code, paid, times } = link;
    const cells: Cell[] = [
      { id: code },
      link.url,
      clock.format(link.createdAt),
      link.by ?? "",
      link.description,
      link.customer.name ?? "",
      decimalText((isRange(amount) ? amount.min : amount).minor),
      isRange(amount) ? decimalText(amount.max.minor) : "",
      currencyOf(amount),
      words.timesOf(times),
      stateWord(link, now, words),
      String(paid.count),
      decimalText(paid.total.minor),
    ];
    rows.push(csvRow(cells));
  }
  return { type: "text/csv; charset=utf-8; header=present", name: "ventanilla-links.csv", content: rows.join("") };
}

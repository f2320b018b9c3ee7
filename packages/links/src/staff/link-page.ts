import type { PageAnswer } from "@ventanilla/express/counter";
import { copyScript, formatMoney, type Html, html, printScript } from "@ventanilla/web";
import { amountText } from "../amounts.ts";
import { shownCode } from "../code.ts";
import type { Link } from "../link.ts";
import { stateOf } from "../link-state.ts";
import { isFixedOnce } from "../order/order.ts";
import { shopColors } from "../pages/preview.ts";
import { receiptPath } from "../receipt/receipt-page.ts";
import { amountPieces, badgeOf, postForm, type StaffDesk, type StaffVisit, waysOf } from "./desk.ts";
import { qrOf } from "./qr.ts";

/** A chat with the customer that has the link in it; without a number, the person chooses one. */
function whatsAppOf(link: Link, { settings }: StaffDesk, { words }: StaffVisit): string {
  const { customer, description, url } = link;
  const digits = (customer.mobilePhone ?? "").replaceAll(/\D/g, "");
  const text = words.message(
    customer.name,
    settings.storefront.name,
    `${description}, ${amountText(link.amount)}`,
    url,
  );
  return `https://wa.me/${digits.length === 10 ? `1${digits}` : digits}?text=${encodeURIComponent(text)}`;
}

/** How a link is sent, what it brought in, and what can be done with it. */
export function linkPage(desk: StaffDesk, visit: StaffVisit, link: Link): PageAnswer {
  const { words, at, staff, now } = visit;
  const { publicUrl, signer } = desk.settings;
  const canBePaid = stateOf(link, now) === "open" || stateOf(link, now) === "early";
  const share = html`<section class="card share">
${qrOf(link.url, words.qr)}
<div>
<p><label class="field" for="address">${words.address}</label><input id="address" readonly value="${link.url}"></p>
<p class="row"><a class="button" href="${whatsAppOf(link, desk, visit)}" target="_blank" rel="noopener noreferrer">${words.whatsApp}</a>
<button type="button" class="quiet scripted" data-copies="address" data-done="${words.copied}">${words.copy}</button> <span role="status"></span></p>
<p class="row"><a class="button quiet" href="${at(`${link.code}/poster`)}">${words.poster}</a></p>
</div>
</section>`;
  const body = html`${waysOf(visit)}
<h2><bdi>${link.description}</bdi></h2>
<p class="headline"><span class="total">${amountPieces(link)}</span> ${badgeOf(link, visit)}</p>
<div class="of-link">
${canBePaid && share}
${facts(link, visit)}
</div>
<p class="row actions"><a class="button quiet" href="${at("")}?again=${link.code}">${words.again}</a>${
    isFixedOnce(link) &&
    link.paid.count > 0 &&
    html`<a class="button quiet" href="${visit.root}payments?order=${link.code}">${words.payment}</a>
<a class="button quiet" href="${publicUrl}/${receiptPath(signer, link.code)}?lang=${visit.language}">${words.receipt}</a>`
  }</p>
${canBePaid && staff.mayResolve && withdrawal(link, visit)}`;
  return { title: words.charge, body, script: copyScript, live: true };
}

function facts(link: Link, { words, moment }: StaffVisit): Html {
  const { paid, from, until, withdrawnAt } = link;
  const { name, mobilePhone, email = "" } = link.customer;
  const [box, host] = email.split("@");
  const rows: [label: string, value: Html | string | undefined][] = [
    [
      words.facts.paid,
      paid.count === 0
        ? words.none
        : html`<span class="sum">${formatMoney(paid.total)}</span> <span class="dim">${words.payments(paid.count)}</span>`,
    ],
    [words.spell, shownCode(link.code)],
    [words.facts.times, words.timesOf(link.times)],
    [words.facts.from, from === undefined ? undefined : moment(from)],
    [words.facts.until, until === undefined ? undefined : moment(until)],
    [words.fields.name, name && html`<bdi>${name}</bdi>`],
    [words.fields.mobilePhone, mobilePhone],
    [words.fields.email, host && html`<bdi>${box}<wbr>@${host}</bdi>`],
    [words.facts.made, words.by(moment(link.createdAt), link.by)],
    [words.facts.withdrawn, withdrawnAt === undefined ? undefined : moment(withdrawnAt)],
  ];
  return html`<dl class="card">${rows.map(
    ([label, value]) => value !== undefined && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

const withdrawal = ({ code }: Link, visit: StaffVisit): Html =>
  html`<details class="card"><summary>${visit.words.withdraw}</summary><p>${visit.words.withdrawNote}</p>
${postForm(visit, `${code}/withdraw`, html`<button class="quiet">${visit.words.withdraw}</button>`)}</details>`;

/** A sheet for the wall: A4, black on white. */
export function posterPage({ settings }: StaffDesk, { words, at }: StaffVisit, link: Link): PageAnswer {
  const body = html`<p class="row sheet-of"><a href="${at(link.code)}">${link.description}</a> <button type="button" id="print" hidden>${words.print}</button></p>
<article class="poster">
<div class="awning"></div>
<p class="store"><bdi>${settings.storefront.name}</bdi></p>
<p class="what"><bdi>${link.description}</bdi></p>
<p class="price">${amountPieces(link)}</p>
${qrOf(link.url, words.qr)}
<p class="scan">${words.scan}</p>
<p class="spelled">${link.url.replace(/^https?:\/\//, "").replace(link.code, shownCode(link.code))}</p>
</article>`;
  return { title: words.poster, body, script: printScript, style: shopColors(settings.storefront.color, ".poster") };
}

import type { PageAnswer } from "@ventanilla/express/counter";
import { copyScript, formatMoney, type Html, html, printScript } from "@ventanilla/web";
import { shownCode, shownPhone } from "../code.ts";
import { amountText, isRange, type Link, stateOf } from "../link.ts";
import { shopColors } from "../pages/preview.ts";
import { cardOf, chargesIn, receiptUrl } from "../receipt/receipt.ts";
import type { KeptUse } from "../tables.ts";
import { pageTexts, receiptTexts } from "../texts.ts";
import { badgeOf, endOf, postForm, qrOf, type StaffVisit, spelledOf, waysOf } from "./desk.ts";

/** A chat with the customer that has the text in it; without a number, the person chooses one. */
function chatWith({ customer: { mobilePhone = "" } }: Link, text: string): string {
  const digits = mobilePhone.replaceAll(/\D/g, "");
  const isFromAbroad = mobilePhone.startsWith("+");
  return `https://wa.me/${digits.length === 10 && !isFromAbroad ? `1${digits}` : digits}?text=${encodeURIComponent(text)}`;
}

/** Whether somebody can pay it, now or later. */
const isPayable = (link: Link, now: number): boolean => ["open", "early"].includes(stateOf(link, now));

const shownPayments = 20;

const blank = html` target="_blank" rel="noopener noreferrer"`;

/** How a link is sent, what it brought in, and what can be done with it. */
export async function linkPage(visit: StaffVisit, link: Link): Promise<PageAnswer> {
  const { words, at, now } = visit;
  const canBePaid = isPayable(link, now);
  const paid = await visit.database.read(() => visit.uses.paidOf(link.code, shownPayments));
  const uses = await Promise.all(paid.map(async (use) => ({ ...use, back: await backOf(visit, use) })));
  const isMany = link.times !== "once" && uses.length > 0;
  const use = isMany ? undefined : uses[0];
  const again = html`<a class="button quiet" href="${at("")}?again=${link.code}">${words.again}</a>`;
  const body = html`${waysOf(visit)}
<h2><bdi>${link.description}</bdi></h2>
<p class="headline">${isMany ? html`<span class="total">${words.columns.paid} ${formatMoney(link.paid.total)}</span> <a href="#payments">${words.payments(link.paid.count)}</a>` : html`<span class="total">${amountText(link.amount, visit.language)}</span>`} ${badgeOf(link, visit)}</p>
<div class="of-link">
${canBePaid && sending(visit, link)}
${!canBePaid && result(visit, link, use, again)}
<div>${facts(link, use, visit, isMany)}${isMany && paymentsOf(visit, link, uses)}</div>
</div>
${canBePaid && html`<div class="row folds">${again}${visit.staff.mayResolve && withdrawal(link, visit)}</div>`}`;
  return { title: words.charge, body, script: copyScript, live: true };
}

function sending({ storefront, words, at, language }: StaffVisit, link: Link): Html {
  const { code, url, customer, description, amount } = link;
  const what = `${description}, ${amountText(amount, language)}`;
  const chat = words.message(customer.name, storefront.name, what, url, false);
  return html`<section class="card sending">
${qrOf(url, words.qr)}
<p class="row"><a class="button" href="${chatWith(link, chat)}"${blank}>${words.whatsApp}</a>
<a class="button quiet" href="${at(`${code}/poster`)}">${words.poster}</a></p>
<p><span class="field">${words.address}</span><span class="copied"><span class="address">${url.slice(0, -code.length)}<wbr><span class="whole">${code}</span></span><textarea id="address" hidden readonly>${url}</textarea><button type="button" class="quiet scripted" data-copies="address" data-done="${words.copied}">${words.copy}</button></span><span role="status"></span></p>
</section>`;
}

/** How it has ended. Of what is paid once the receipt is sent again: its buyer has lost it. */
function result(visit: StaffVisit, link: Link, use: KeptUse | undefined, again: Html): Html {
  return html`<section class="card sending-receipt"><p><strong>${endOf(link, visit, use?.payment?.settledAt)}</strong></p>
${use && waysToReceipt(visit, link, use.order)}<p class="row">${again}</p></section>`;
}

/** A payment of a link, and how much of it went back. */
type ShownUse = KeptUse & { back: string | undefined };

async function backOf({ router }: StaffVisit, { order, payment, amount }: KeptUse): Promise<string | undefined> {
  const { givenBack = [] } = chargesIn((await router.findOrder(order)).attempts, payment)?.details ?? {};
  const minor = givenBack.reduce((sum, part) => sum + part.amount.minor, 0);
  return minor > 0 ? formatMoney({ ...amount, minor }) : undefined;
}

/** What came in and from whom, the latest first; each leads to its payment. The name of a forgotten buyer is a card. */
const paymentsOf = ({ words, root, moment, language }: StaffVisit, { paid }: Link, uses: readonly ShownUse[]): Html =>
  html`<section class="card" id="payments"><h3>${words.latest(uses.length, paid.count)}</h3><dl>${uses.map(
    ({ order, payment, amount, buyer, back }) =>
      html`<div><dt><a href="${root}payments?order=${order}"><bdi>${buyer?.email ?? cardOf(payment) ?? order}</bdi></a></dt><dd class="sum">${formatMoney(payment?.approvedAmount ?? amount)}</dd><dd class="dim">${payment && moment(payment.settledAt)}${back && ` · ${receiptTexts[language].returned} ${back}`}</dd></div>`,
  )}</dl></section>`;

export function waysToReceipt(visit: StaffVisit, link: Link, order: string, look = "button"): Html {
  const { words, root, language, storefront } = visit;
  const { customer, description } = link;
  const receipt = receiptUrl(visit, order, language);
  const chat = words.message(customer.name, storefront.name, description, receipt, true);
  return html`<p class="row"><a class="${look}" href="${chatWith(link, chat)}"${blank}>${words.receiptByWhatsApp}</a>
<a class="button quiet" href="${receipt}">${pageTexts[language].receipt}</a>
<a class="button quiet" href="${root}payments?order=${order}">${words.payment}</a></p>`;
}

function facts(link: Link, use: ShownUse | undefined, visit: StaffVisit, isMany: boolean): Html {
  const { payment, back } = use ?? {};
  const { words, language, moment, now } = visit;
  const canBePaid = isPayable(link, now);
  const receiptWords = receiptTexts[language];
  const { paid, from, until } = link;
  const { name, mobilePhone, email = "" } = link.customer;
  const [box, host] = email.split("@");
  const sum = html`<span class="sum">${formatMoney(paid.total)}</span> <span class="dim">${words.payments(paid.count)}</span>`;
  const rows: [label: string, value: Html | string | undefined][] = [
    [receiptWords.returned, back],
    [receiptWords.card, cardOf(payment)],
    [receiptWords.authorization, payment?.authorizationCode],
    // The heading says it.
    [words.fields.amount, isMany ? amountText(link.amount, visit.language) : undefined],
    [
      words.facts.paid,
      isMany || (payment && !payment.approvedAmount) ? undefined : paid.count === 0 ? words.none(canBePaid) : sum,
    ],
    [receiptWords.code, shownCode(link.code)],
    [words.facts.times, canBePaid ? words.timesOf(link.times) : undefined],
    [words.facts.from, from === undefined ? undefined : moment(from)],
    [words.facts.until, until === undefined ? undefined : moment(until)],
    [words.fields.name, name && html`<bdi>${name}</bdi>`],
    [words.fields.mobilePhone, mobilePhone && shownPhone(mobilePhone)],
    [words.fields.email, host && html`<bdi>${box}<wbr>@${host}</bdi>`],
    [words.columns.made, html`${moment(link.createdAt)}${link.by && html`, <bdi>${link.by}</bdi>`}`],
  ];
  return html`<dl class="card">${rows.map(
    ([label, value]) => value !== undefined && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

const withdrawal = ({ code }: Link, visit: StaffVisit): Html =>
  html`<details><summary class="button quiet">${visit.words.withdraw}</summary><div class="card"><p>${visit.words.withdrawNote}</p>
<div class="row">${postForm(visit, `${code}/withdraw`, html`<button class="quiet">${visit.words.withdrawNow}</button>`)} <a class="button quiet" href="${visit.at(code)}">${visit.words.keep}</a></div></div></details>`;

/** A sheet for the wall: A4, black on white. */
export function posterPage(visit: StaffVisit, link: Link): PageAnswer {
  const { words, at, language, storefront } = visit;
  const buyers = pageTexts[language];
  const price = amountText(link.amount, language);
  const body = html`<p class="row sheet-of"><button type="button" id="print" hidden>${receiptTexts[language].print}</button> <a href="${at(link.code)}">${words.back}</a></p>
<article class="poster">
<div class="awning"></div>
<p class="shop"><bdi>${storefront.name}</bdi></p>
<p class="what"><bdi>${link.description}</bdi></p>
${
  isRange(link.amount)
    ? html`<p class="price">${buyers.chosen}</p>
<p class="bounds">${buyers.bounds(price)}</p>`
    : html`<p class="price">${price}</p>`
}
${qrOf(link.url, words.qr)}
<p class="scan">${words.scan}</p>
<p class="spelled">${spelledOf(link)}</p>
</article>`;
  return { title: words.poster, body, script: printScript, style: shopColors(storefront.color, ".poster") };
}

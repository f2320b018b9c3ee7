import type { PaymentEvent } from "@ventanilla/express";
import type { PageAnswer } from "@ventanilla/express/counter";
import { copyScript, formatMoney, type Html, html, printScript } from "@ventanilla/web";
import { shownCode, shownPhone } from "../code.ts";
import { amountText, isFixedOnce, type Link, stateOf } from "../link.ts";
import { shopColors } from "../pages/preview.ts";
import { cardText } from "../receipt/receipt.ts";
import { receiptPath } from "../receipt/receipts.ts";
import { receiptTexts } from "../receipt/texts.ts";
import { amountPieces, badgeOf, endOf, postForm, type StaffDesk, type StaffVisit, waysOf } from "./desk.ts";
import { qrOf } from "./qr.ts";

/** A chat with the customer that has the text in it; without a number, the person chooses one. */
function chatWith({ customer: { mobilePhone = "" } }: Link, text: string): string {
  const digits = mobilePhone.replaceAll(/\D/g, "");
  const isFromAbroad = mobilePhone.startsWith("+");
  return `https://wa.me/${digits.length === 10 && !isFromAbroad ? `1${digits}` : digits}?text=${encodeURIComponent(text)}`;
}

/** Whether somebody can pay it, now or later. */
const isPayable = (link: Link, now: number): boolean => ["open", "early"].includes(stateOf(link, now));

const blank = html` target="_blank" rel="noopener noreferrer"`;

/** How a link is sent, what it brought in, and what can be done with it. */
export async function linkPage(desk: StaffDesk, visit: StaffVisit, link: Link): Promise<PageAnswer> {
  const { words, at, now } = visit;
  const canBePaid = isPayable(link, now);
  const use = isFixedOnce(link) ? await desk.database.read(() => desk.uses.find(link.code)) : undefined;
  const body = html`${waysOf(visit)}
<h2><bdi>${link.description}</bdi></h2>
<p class="headline"><span class="total">${amountPieces(link)}</span> ${badgeOf(link, visit)}</p>
<div class="of-link">
${canBePaid && sending(desk, visit, link)}
${!canBePaid && result(desk, visit, link, use?.payment)}
${facts(link, use?.payment, visit)}
</div>
<div class="row folds"><a class="button quiet" href="${at("")}?again=${link.code}">${words.again}</a>
${canBePaid && visit.staff.mayResolve && withdrawal(link, visit)}</div>`;
  return { title: words.charge, body, script: copyScript, live: true };
}

function sending({ settings }: StaffDesk, { words, at }: StaffVisit, link: Link): Html {
  const { code, url, customer, description, amount } = link;
  const chat = words.message(customer.name, settings.storefront.name, `${description}, ${amountText(amount)}`, url);
  return html`<section class="card sending">
${qrOf(url, words.qr)}
<p class="row"><a class="button" href="${chatWith(link, chat)}"${blank}>${words.whatsApp}</a>
<a class="button quiet" href="${at(`${code}/poster`)}">${words.poster}</a></p>
<p><label class="field" for="address">${words.address}</label><span class="copied"><textarea id="address" rows="2" spellcheck="false" readonly>${url}</textarea><button type="button" class="quiet scripted" data-copies="address" data-done="${words.copied}">${words.copy}</button></span><span role="status"></span></p>
</section>`;
}

/** How it has ended. Of what is paid once the receipt is sent again: its buyer has lost it. */
function result(desk: StaffDesk, visit: StaffVisit, link: Link, payment: PaymentEvent | undefined): Html {
  return html`<section class="card sending-receipt"><p><strong>${endOf(link, visit, payment?.settledAt)}</strong></p>
${payment && waysToReceipt(desk, visit, link)}</section>`;
}

function waysToReceipt({ settings }: StaffDesk, { words, root, language }: StaffVisit, link: Link): Html {
  const { code, customer, description } = link;
  const receipt = `${settings.publicUrl}/${receiptPath(settings.signer, code)}?lang=${language}`;
  const chat = words.receiptMessage(customer.name, settings.storefront.name, description, receipt);
  return html`<p>${words.receiptNote}</p>
<p class="row"><a class="button" href="${chatWith(link, chat)}"${blank}>${words.whatsApp}</a>
<a class="button quiet" href="${receipt}">${words.receipt}</a>
<a class="button quiet" href="${root}payments?order=${code}">${words.payment}</a></p>`;
}

function facts(link: Link, payment: PaymentEvent | undefined, { words, language, moment, now }: StaffVisit): Html {
  const canBePaid = isPayable(link, now);
  const receiptWords = receiptTexts[language];
  const { paid, from, until } = link;
  const { name, mobilePhone, email = "" } = link.customer;
  const [box, host] = email.split("@");
  const sum = html`<span class="sum">${formatMoney(paid.total)}</span> <span class="dim">${words.payments(paid.count)}</span>`;
  const rows: [label: string, value: Html | string | undefined][] = [
    [receiptWords.card, payment?.maskedCard && cardText(payment.maskedCard)],
    [receiptWords.authorization, payment?.authorizationCode],
    // The heading says what was asked for.
    [words.facts.paid, payment && !payment.approvedAmount ? undefined : paid.count === 0 ? words.none(canBePaid) : sum],
    [receiptWords.code, shownCode(link.code)],
    [words.facts.times, canBePaid ? words.timesOf(link.times) : undefined],
    [words.facts.from, from === undefined ? undefined : moment(from)],
    [words.facts.until, until === undefined ? undefined : moment(until)],
    [words.fields.name, name && html`<bdi>${name}</bdi>`],
    [words.fields.mobilePhone, mobilePhone && shownPhone(mobilePhone)],
    [words.fields.email, host && html`<bdi>${box}<wbr>@${host}</bdi>`],
    [words.columns.made, words.by(moment(link.createdAt), link.by)],
  ];
  return html`<dl class="card">${rows.map(
    ([label, value]) => value !== undefined && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

const withdrawal = ({ code }: Link, visit: StaffVisit): Html =>
  html`<details><summary class="button quiet">${visit.words.withdraw}</summary><p>${visit.words.withdrawNote}</p>
${postForm(visit, `${code}/withdraw`, html`<button class="quiet">${visit.words.withdrawNow}</button>`)}</details>`;

/** A sheet for the wall: A4, black on white. */
export function posterPage({ settings }: StaffDesk, { words, at }: StaffVisit, link: Link): PageAnswer {
  const body = html`<p class="row sheet-of"><button type="button" id="print" hidden>${words.print}</button> <a href="${at(link.code)}">${words.back}</a></p>
<article class="poster">
<div class="awning"></div>
<p class="shop"><bdi>${settings.storefront.name}</bdi></p>
<p class="what"><bdi>${link.description}</bdi></p>
<p class="price">${amountPieces(link)}</p>
${qrOf(link.url, words.qr)}
<p class="scan">${words.scan}</p>
<p class="spelled">${link.url.replace(/^https?:\/\//, "").replace(link.code, shownCode(link.code))}</p>
</article>`;
  return { title: words.poster, body, script: printScript, style: shopColors(settings.storefront.color, ".poster") };
}

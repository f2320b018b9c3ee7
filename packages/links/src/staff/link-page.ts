import type { Payments } from "@ventanilla/express";
import type { PageAnswer } from "@ventanilla/express/counter";
import { copyScript, formatMoney, type Html, html, printScript } from "@ventanilla/web";
import { shownCode, shownPhone } from "../code.ts";
import { amountText, isFixedOnce, type Link, type LinkState, stateOf } from "../link.ts";
import { shopColors } from "../pages/preview.ts";
import { cardOf, receiptUrl } from "../receipt/receipt.ts";
import type { KeptUse } from "../tables.ts";
import { pageTexts, receiptTexts } from "../texts.ts";
import { postForm, qrOf, type StaffVisit, waysOf } from "./desk.ts";

/** A telephone that lies on the counter stays on. */
const awake = 'navigator.wakeLock?.request("screen").catch(() => {});';

const blank = html` target="_blank" rel="noopener noreferrer"`;

/** How a link stands. Of one that is paid once the router knows more, and of a payment before its hook has run. */
async function standingOf(router: Payments, link: Link, state: LinkState) {
  if (state === "paid" || !isFixedOnce(link)) return state;
  const { paid, decisive, attempts } = await router.findOrder(link.code);
  if (paid) return "paid";
  if (decisive !== undefined) return decisive.outcome === "unknown" ? "review" : "paying";
  if (state !== "open") return state;
  return attempts.at(-1)?.outcome === "declined" ? "declined" : "waiting";
}

/**
 * How a link is sent, how it stands, and what it brought in. It is the screen that a customer at the counter scans, too:
 * then it says within a second that they have paid. Of what is paid once the receipt is sent again: its buyer has lost it.
 */
export async function linkPage(visit: StaffVisit, link: Link): Promise<PageAnswer> {
  const { words, at, root, now, database, language, staff } = visit;
  const { code, url, description, paid } = link;
  const amount = amountText(link, language);
  const state = stateOf(link, now);
  const standing = await standingOf(visit.router, link, state);
  const canBePaid = (state === "open" || state === "early") && standing !== "paid" && standing !== "review";
  const uses = await database.read(() => visit.uses.paidOf(code, 20));
  const [use] = link.times === 1 ? uses : [];
  const receipt = use && receiptUrl(visit, use.order, language);
  const isSaid = standing !== state || standing === "paid";
  const chip = html`<span class="badge ${state}"${!isSaid && html` role="status"`}>${words.states[state]}</span>`;
  const ways = html`<div class="row folds"><a class="button quiet" href="${at("")}?again=${code}">${words.again}</a>
${canBePaid && staff.mayResolve && html`<details><summary class="button quiet">${words.withdraw}</summary><div><p>${words.withdrawNote}</p>${postForm(visit, `${code}/withdraw`, html`<button class="quiet">${words.withdrawNow}</button>`)}</div></details>`}</div>`;
  const body = html`${waysOf(visit)}
<h2><bdi>${description}</bdi></h2>
<p class="headline">${link.times !== 1 && html`<span class="dim">${words.columns.amount}</span> `}<span class="sum${amount.length > 14 && " long"}">${amount}</span> ${standing !== "paid" && standing !== "review" && chip}</p>
<div class="of-link">${paid.count > 0 && (formatMoney(paid.total) !== amount || paid.givenBack) && html`<dl class="card"><div class="main"><dt>${words.columns.paid}${paid.count > 1 && html` <span class="dim">${words.payments(paid.count.toLocaleString("en-US"))}</span>`}</dt><dd class="sum">${formatMoney(paid.total)}</dd></div>${paid.givenBack && html`<div><dt>${words.columns.back}</dt><dd class="sum">\u2212${formatMoney(paid.givenBack)}</dd></div>`}</dl>`}
<section class="card sending"${!canBePaid && !isSaid && html` hidden`}>
${canBePaid && qrOf(url, words.qr)}
<div>${isSaid && html`<p class="said ${standing}" role="status">${words.states[standing]}</p>`}
${standing in words.advice && html`<p>${words.advice[standing as keyof typeof words.advice]}</p>`}
${
  canBePaid &&
  html`<p class="row"><a class="button" href="${chatWith(visit, link, `${description}, ${amount}`, url, false)}"${blank}>${words.whatsApp}</a>
<a class="button quiet" href="${at(`${code}/poster`)}">${words.poster}</a></p>`
}${
  receipt &&
  html`<p class="row"><a class="button" href="${chatWith(visit, link, description, receipt, true)}"${blank}>${words.receiptByWhatsApp}</a>
<a class="button quiet" href="${receipt}">${pageTexts[language].receipt}</a>
<a class="button quiet" href="${root}payments?order=${use.order}">${words.payment}</a></p>`
}</div>
${canBePaid && html`<p><span class="field">${words.address}</span><span class="copied"><span class="address">${url.slice(0, -code.length)}<wbr><span class="whole">${code}</span></span><textarea id="address" hidden readonly>${url}</textarea><button type="button" class="quiet scripted" data-copies="address" data-done="${words.copied}">${words.copy}</button></span><span role="status"></span></p>`}
</section>
<section class="card">${facts(visit, link, use?.payment?.settledAt)}${ways}</section>${uses.length > 0 && link.times !== 1 && payments(visit, uses)}
</div>`;
  const isWatched = standing === "waiting" || standing === "declined" || standing === "paying";
  return { title: words.charge, body, script: isWatched ? copyScript + awake : copyScript, live: isWatched ? 1 : true };
}

/** A chat with the customer that has the address in its text; without a number, the person chooses one. */
function chatWith(visit: StaffVisit, { customer }: Link, what: string, url: string, isReceipt: boolean): string {
  const { name, mobilePhone = "" } = customer;
  const text = visit.words.message(name, visit.storefront.name, what, url, isReceipt);
  // With fewer digits than a number of here has, it would be a stranger's.
  const [digits = ""] = /^(?:\+\d+|\d{10,})$/.exec(mobilePhone.replaceAll(/[^\d+]/g, "")) ?? [];
  return `https://wa.me/${digits.replace(/^(?=\d{10}$)/, "1").replace("+", "")}?text=${encodeURIComponent(text)}`;
}

function facts({ words, language, moment }: StaffVisit, link: Link, settledAt: number | undefined): Html {
  const { paid, times, until, withdrawnAt, customer, createdAt, by } = link;
  const isOver = withdrawnAt !== undefined || paid.count === times;
  const rows: [label: string, value: Html | string | undefined][] = [
    [pageTexts[language].code, shownCode(link.code)],
    [words.fields.times, isOver ? undefined : times === "many" ? words.unlimited : times.toLocaleString("en-US")],
    [words.fields.until, until ? moment(until) : undefined],
    [words.fields.name, customer.name],
    [words.fields.mobilePhone, customer.mobilePhone && shownPhone(customer.mobilePhone)],
    [words.fields.email, customer.email],
    [words.columns.made, html`${moment(createdAt)}${by && html`, <bdi>${by}</bdi>`}`],
    [words.states.withdrawn, withdrawnAt ? moment(withdrawnAt) : undefined],
    [words.states.paid, settledAt ? moment(settledAt) : undefined],
  ];
  return html`<dl>${rows.map(([label, value]) => value && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

/** What came in last, and from whom; each leads to its payment. The name of a forgotten buyer is a card. */
const payments = (visit: StaffVisit, uses: readonly KeptUse[]): Html =>
  html`<section class="card" id="payments"><h3>${visit.words.latest}</h3><dl>${uses.map(
    ({ order, payment, amount, buyer }) =>
      html`<div><dt><a href="${visit.root}payments?order=${order}"><bdi>${buyer?.email ?? cardOf(payment) ?? order}</bdi></a></dt><dd class="sum">${formatMoney(payment?.approvedAmount ?? amount)}</dd><dd class="dim">${payment && visit.moment(payment.settledAt)} <a href="${receiptUrl(visit, order, visit.language)}">${pageTexts[visit.language].receipt}</a></dd></div>`,
  )}</dl></section>`;

/** A sheet for the wall: A4, black on white. */
export function posterPage(visit: StaffVisit, link: Link): PageAnswer {
  const { words, at, language, storefront } = visit;
  const { code, url, description } = link;
  const amount = amountText(link, language);
  const body = html`${waysOf(visit)}<div class="sheet"><p class="row"><button type="button" id="print" hidden>${receiptTexts[language].print}</button> <a href="${at(code)}">${words.back}</a></p>
<article class="poster">
<div class="awning"></div>
<p class="shop"><bdi>${storefront.name}</bdi></p>
<p class="what"><bdi>${description}</bdi></p>
<p class="price${amount.length > 14 && " long"}">${amount}</p>
${qrOf(url, words.qr)}
<p class="scan">${words.scan}</p>
<p class="spelled">${url.replace(/^https?:\/\//, "").replace(code, "")}<wbr><span class="whole">${shownCode(code)}</span></p>
</article></div>`;
  return { title: words.poster, body, script: printScript, style: shopColors(storefront.color, ".poster") };
}

import { cardSchemeOf } from "@ventanilla/client";
import type { OrderView } from "@ventanilla/express";
import { formatCard, type Html, type HtmlValue, html, pageMark, withWarning } from "@ventanilla/web";
import { storefront } from "../merchant.ts";
import type { Order } from "../orders.ts";
import { formatPesos, formatTime } from "../price.ts";
import { type Language, texts } from "../texts.ts";
import type { Visit } from "../visit.ts";
import { totals } from "./cart.ts";
import { orderLines } from "./checkout.ts";
import { helpLine, type Page } from "./layout.ts";
import { returnLines } from "./returns.ts";

/** Names and values in rows; one without a value is left out. */
function facts(rows: readonly (readonly [name: string, value: HtmlValue | undefined])[]): Html {
  return html`<dl class="facts">${rows.map(([name, value]) => value !== undefined && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** What a buyer needs to ask about an order under review: which one it is, and whom to call. */
function reviewFacts({ id, total, placedAt }: Order, language: Language): Html {
  const say = texts[language];
  return html`${facts([
    [say.orderNumber, id],
    [say.total, html`<strong>${formatPesos(total)}</strong>`],
    [say.date, formatTime(placedAt, language)],
  ])}
  ${helpLine(language)}`;
}

/** The receipt of a paid order; `isTwice`: it was charged two times. */
export function receiptPage(
  { language }: Visit,
  order: Order,
  paid: NonNullable<Order["paid"]>,
  { view, isTwice }: { view: OrderView; isTwice: boolean },
): Page {
  const say = texts[language];
  const rows = [
    [say.orderNumber, order.id],
    [say.date, formatTime(paid.settledAt, language)],
    [say.card, paid.maskedCard && formatCard(paid.maskedCard, cardSchemeOf(paid.maskedCard))],
    [say.authorization, paid.authorizationCode],
    [say.reference, paid.reference],
    [say.email, order.email],
  ] as const;
  return {
    title: say.receiptPaid(order.id, formatPesos(order.total)),
    section: "orders",
    scripts: ["/assets/print.js"],
    body: html`
<div class="thanks">
  <h1>${say.receiptTitle}</h1>
  <p>${say.receiptPaid(order.id, formatPesos(order.total))}</p>
</div>
${isTwice && html`<p class="notice wait">${say.states.paidTwice.meaning(order.email)}</p>`}
<article class="receipt" aria-label="${say.receipt}">
  <header><strong>${storefront.name}</strong><span class="stamp">${say.paidStamp}</span></header>
  ${facts(rows)}
  ${orderLines(order.lines, language)}
  ${totals(order.total, order.tax, language)}
  ${returnLines(view, language)}
</article>
<p class="after"><a class="button" href="/">${say.keepShopping}</a> <a class="button quiet" href="/orders">${say.seeOrders}</a> <button type="button" class="button quiet" id="print" hidden>${say.print}</button></p>`,
  };
}

/** The page at the receipt's address once the bank has approved the payment, until the order is marked as paid. */
export function confirmingPage({ language }: Visit, order: Order): Page {
  const say = texts[language];
  return {
    title: say.confirmingTitle,
    section: "orders",
    head: html`<meta http-equiv="refresh" content="2">`,
    body: html`<div class="empty"><h1>${say.confirmingTitle}</h1><p>${withWarning(say.confirming(order.id))}</p></div>`,
  };
}

/** The page at the receipt's address of an order that is not paid: while it is under review, without a way to pay. */
export function unpaidPage({ language }: Visit, order: Order, state: "unpaid" | "underway" | "review"): Page {
  const say = texts[language];
  const title = state === "review" ? say.reviewTitle : say.unpaidTitle(order.id);
  return {
    title,
    section: "orders",
    saysPhone: state === "review",
    body: html`<div class="empty${state === "review" && " panel"}">
  ${state === "review" && pageMark("alert")}
  <h1>${title}</h1>
  <p>${withWarning(say.states[state].meaning(order.email))}</p>
  ${state === "review" && reviewFacts(order, language)}
  ${
    state === "review"
      ? html`<a class="button quiet" href="/orders">${say.seeOrders}</a>`
      : html`<a class="button" href="/checkout/${order.id}">${state === "unpaid" ? say.goToPay : say.goOnPaying}</a>`
  }
</div>`,
  };
}

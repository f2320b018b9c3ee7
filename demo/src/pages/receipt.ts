import { html } from "@ventanilla/web";
import type { Order } from "../orders.ts";
import { type Language, texts } from "../texts.ts";
import type { Visit } from "../visit.ts";
import { totals } from "./cart.ts";
import { orderLines } from "./checkout.ts";
import type { Page } from "./layout.ts";

/** A time in the shop's time zone, Santo Domingo. */
export function formatTime(milliseconds: number, language: Language): string {
  return new Intl.DateTimeFormat(language === "es" ? "es-DO" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "America/Santo_Domingo",
  }).format(milliseconds);
}

/** The receipt of a paid order. */
export function receiptPage({ language }: Visit, order: Order, paid: NonNullable<Order["paid"]>): Page {
  const say = texts[language];
  const rows = [
    [say.orderNumber, order.id],
    [say.date, formatTime(paid.settledAt, language)],
    [say.card, paid.maskedCard?.replace(/\D+/, " •••••• ")],
    [say.authorization, paid.authorizationCode],
    [say.reference, paid.reference],
    [say.email, order.email],
  ] as const;
  return {
    title: say.receiptPaid(order.id),
    section: "orders",
    body: html`
<div class="thanks">
  <h1>${say.receiptTitle}</h1>
  <p>${say.receiptPaid(order.id)}</p>
</div>
<article class="receipt" aria-label="${say.receipt}">
  <header><strong>${say.shop}</strong><span class="stamp">${say.paidStamp}</span></header>
  <dl class="facts">${rows.map(([name, value]) => value !== undefined && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
  ${orderLines(order.lines, language)}
  ${totals(order.total, order.tax, language)}
</article>
<p class="after"><a class="button quiet" href="/">${say.keepShopping}</a> <a class="button quiet" href="/orders">${say.orders}</a></p>`,
  };
}

/** The page at the receipt's address until the order is marked as paid; `approved` once the bank has approved it. */
export function unpaidPage({ language }: Visit, order: Order, approved: boolean): Page {
  const say = texts[language];
  if (approved) {
    return {
      title: say.confirmingTitle,
      section: "orders",
      head: html`<meta http-equiv="refresh" content="2">`,
      body: html`<div class="empty"><h1>${say.confirmingTitle}</h1><p>${say.confirming(order.id)}</p></div>`,
    };
  }
  return {
    title: say.unpaidTitle(order.id),
    section: "orders",
    body: html`<div class="empty">
  <h1>${say.unpaidTitle(order.id)}</h1>
  <p>${say.unpaid}</p>
  <a class="button" href="/checkout/${order.id}">${say.goToPay}</a>
</div>`,
  };
}

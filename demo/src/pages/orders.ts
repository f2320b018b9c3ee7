import type { OrderView } from "@ventanilla/express";
import { type Html, html, wholeText, withWarning } from "@ventanilla/web";
import type { Order } from "../orders.ts";
import { type PaymentState, tones } from "../payment-state.ts";
import { formatPesos, formatTime } from "../price.ts";
import { type Language, texts } from "../texts.ts";
import type { Visit } from "../visit.ts";
import type { Page } from "./layout.ts";
import { returnBadge, returnLines } from "./returns.ts";

/** An order and how it stands. */
export interface PlacedOrder {
  order: Order;
  view: OrderView;
  state: PaymentState;
}

/** What a buyer can do about their order: nothing while its payment is under review. */
function nextStep({ order, state }: PlacedOrder, language: Language): Html | undefined {
  const say = texts[language];
  if (state === "review") return undefined;
  if (state === "unpaid" || state === "underway") {
    return html`<p><a class="button" href="/checkout/${order.id}">${state === "unpaid" ? say.goToPay : say.goOnPaying}</a></p>`;
  }
  return html`<p><a class="button quiet" href="/orders/${order.id}">${say.receipt}</a></p>`;
}

/** The first products, and how many more there are: the order's own page has them all. */
function contentsOf({ lines }: Order, language: Language): string {
  const shown = lines.length > 4 ? lines.slice(0, 3) : lines;
  const counted = (quantity: number) => (quantity > 1 ? `${quantity}\u00a0×\u00a0` : "");
  const names = shown.map(({ product, quantity }) => counted(quantity) + product.name[language]).join(", ");
  return shown === lines ? names : `${names} ${wholeText(texts[language].andMore(lines.length - shown.length))}`;
}

function orderItem(placed: PlacedOrder, language: Language): Html {
  const { order, view, state } = placed;
  const { name, meaning } = texts[language].states[state];
  return html`<li class="order" id="${order.id}">
  <header>
    <h2><a href="/orders/${order.id}">${order.id}</a></h2>
    <span class="badge ${tones[state]}">${name}</span> ${returnBadge(view, language)}
    <span class="price">${formatPesos(order.total)}</span>
  </header>
  <p class="fine">${formatTime(order.placedAt, language)}</p>
  <p class="contents">${contentsOf(order, language)}</p>
  <p>${withWarning(meaning(order.email))}</p>
  ${returnLines(view, language)}
  ${nextStep(placed, language)}
</li>`;
}

/**
 * The orders of this browser. While a payment is under way, a script renews the list; without scripts the page reloads.
 */
export function ordersPage({ language }: Visit, placed: readonly PlacedOrder[]): Page {
  const say = texts[language];
  const live = placed.some(({ state }) => state === "underway" || state === "review");
  return {
    title: say.ordersTitle,
    section: "orders",
    scripts: ["/assets/orders.js"],
    head: live && html`<noscript><meta http-equiv="refresh" content="15"></noscript>`,
    body: html`<h1>${say.ordersTitle}</h1>
<div id="orders"${live && html` data-live`}>
${
  placed.length > 0
    ? html`${live && html`<p class="fine">${say.ordersLive} <a href="/orders">${say.refresh}</a></p>`}
<ul class="orders">${placed.map((each) => orderItem(each, language))}</ul>`
    : html`<div class="empty"><p>${say.ordersEmpty}</p><a class="button" href="/">${say.toShelf}</a></div>`
}
</div>
<p class="fine"><a href="/staff">${say.toStaff}</a></p>`,
  };
}

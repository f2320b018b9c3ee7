import type { AttemptView } from "@ventanilla/express";
import { type Html, html } from "@ventanilla/web";
import type { Order } from "../orders.ts";
import { formatPesos } from "../price.ts";
import { type Language, texts } from "../texts.ts";
import type { Visit } from "../visit.ts";
import type { Page } from "./layout.ts";
import { formatTime } from "./receipt.ts";

/** An order with all attempts to pay it, oldest first. */
export interface OrderHistory {
  order: Order;
  attempts: readonly AttemptView[];
}

function attemptItem({ state, outcome, createdAt, verdict }: AttemptView, number: number, language: Language): Html {
  const say = texts[language];
  const [name = "", meaning = ""] = outcome === "cancelled" ? say.left : say.states[state];
  const code = verdict?.code;
  return html`<li class="attempt ${state}">
  <span class="chip">${name}</span>
  <span class="when">${say.attempt} ${number} · <time datetime="${new Date(createdAt).toISOString()}">${formatTime(createdAt, language)}</time>${
    code !== undefined && html` · <code>${code}</code>`
  }</span>
  <span>${meaning}</span>
</li>`;
}

function orderItem({ order, attempts }: OrderHistory, language: Language): Html {
  const say = texts[language];
  return html`<li class="order" id="${order.id}">
  <header>
    <h2>${order.id}</h2>
    <span class="chip ${order.paid ? "good" : "open"}">${order.paid ? say.paid : say.notPaid}</span>
    <span class="price">${formatPesos(order.total)}</span>
  </header>
  <p class="contents">${order.lines.map(({ good, quantity }) => `${quantity} × ${good.name[language]}`).join(", ")}</p>
  ${
    attempts.length > 0
      ? html`<ol class="attempts" aria-label="${say.attempts}">${attempts.map((attempt, i) => attemptItem(attempt, i + 1, language))}</ol>`
      : html`<p class="fine">${say.noAttempts}</p>`
  }
  <p>${order.paid ? html`<a href="/orders/${order.id}">${say.receipt}</a>` : html`<a href="/checkout/${order.id}">${say.goToPay}</a>`}</p>
</li>`;
}

/**
 * The orders of this browser. While a payment is under way, a script renews the list; without scripts the page reloads.
 */
export function ordersPage({ language }: Visit, histories: readonly OrderHistory[]): Page {
  const say = texts[language];
  const live = histories.some(({ attempts }) =>
    attempts.some(({ outcome }) => outcome === "pending" || outcome === "unknown"),
  );
  return {
    title: say.ordersTitle,
    section: "orders",
    scripts: ["/assets/orders.js"],
    head: live && html`<noscript><meta http-equiv="refresh" content="15"></noscript>`,
    body: html`<h1>${say.ordersTitle}</h1>
<div id="orders"${live && html` data-live`}>
${
  histories.length > 0
    ? html`${live && html`<p class="fine">${say.ordersLive} <a href="/orders">${say.refresh}</a></p>`}
<ul class="orders">${histories.map((history) => orderItem(history, language))}</ul>`
    : html`<div class="empty"><p>${say.ordersEmpty}</p><a class="button" href="/">${say.toShelf}</a></div>`
}
</div>`,
  };
}

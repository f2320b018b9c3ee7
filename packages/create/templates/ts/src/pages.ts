import type { OrderView } from "@ventanilla/express";
import { type Html, html } from "./html.ts";
import type { Order } from "./order.ts";
import { products } from "./products.ts";
import { texts } from "./texts.ts";

export type State = "paid" | "review" | "underway" | "unpaid";

// How an order stands for its buyer. While it is under review, nobody may pay it again.
export function stateOf({ paid, decisive }: OrderView): State {
  if (paid) return "paid";
  if (!decisive) return "unpaid";
  return decisive.outcome === "pending" ? "underway" : "review";
}

const price = new Intl.NumberFormat("es-DO", { minimumFractionDigits: 2 });
const inPesos = (cents: number) => `RD$\u00a0${price.format(cents / 100)}`;

function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${texts.shop}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">${texts.shop}</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.markup;
}

// The shop: a form that places an order. `wrong`: the form was sent, and cannot be used.
export function shopPage(wrong = false): string {
  const choices = products.map(
    ({ id, name, price: cents }, i) => html`<label class="product">
  <input type="radio" name="product" value="${id}" required${i === 0 && html` checked`}>
  <span>${name}</span> <strong>${inPesos(cents)}</strong>
</label>
`,
  );
  return page(
    texts.shopTitle,
    html`<p>${texts.intro}</p>
${wrong && html`<p class="problem" role="alert">${texts.wrongForm}</p>`}
<form method="post" action="/orders">
<fieldset>
<legend>${texts.product}</legend>
${choices}</fieldset>
<label>${texts.email} <input name="email" type="email" autocomplete="email" maxlength="254" required></label>
<label>${texts.phone} <input name="phone" type="tel" autocomplete="tel-national" pattern="[ +.\\(\\)\\-]*([0-9][ .\\(\\)\\-]*){10,15}" required
  aria-describedby="phone-hint"></label>
<p class="hint" id="phone-hint">${texts.phoneHint}</p>
<button>${texts.order}</button>
</form>`,
  );
}

const summary = (order: Order) => html`<dl>
<div><dt>${texts.orderNumber}</dt><dd>${order.id}</dd></div>
<div><dt>${texts.product}</dt><dd>${order.product}</dd></div>
<div><dt>${texts.total}</dt><dd><strong>${inPesos(order.total)}</strong></dd></div>
<div><dt>${texts.taxIncluded}</dt><dd>${inPesos(order.tax)}</dd></div>
${order.payment && html`<div><dt>${texts.authorization}</dt><dd>${order.payment.authorizationCode}</dd></div>`}
${order.payment && html`<div><dt>${texts.reference}</dt><dd>${order.payment.reference}</dd></div>`}
</dl>`;

// Where an order is paid. The form inside the tag pays where scripts do not run.
export function payPage(order: Order): string {
  return page(
    texts.payTitle,
    html`${summary(order)}
<ventanilla-pay order="${order.id}" locale="${texts.language}" label="${texts.pay}" data-order-page="/orders/${order.id}">
  <form method="post" action="/payments/attempts" data-turbo="false" hx-boost="false" up-submit="false" data-astro-reload data-sveltekit-reload>
    <input type="hidden" name="order" value="${order.id}">
    <input type="hidden" name="lang" value="${texts.language}">
    <input type="hidden" name="returnTo" value="/orders/${order.id}">
    <button>${texts.pay}</button>
  </form>
</ventanilla-pay>
<script type="module" src="/pay.js"></script>
<script type="module" src="/payments/element.js"></script>`,
  );
}

// How an order stands, and its receipt once it is paid.
export function orderPage(order: Order, state: State): string {
  const mayPay = state === "unpaid" || state === "underway";
  return page(
    texts.orderTitle,
    html`<p class="state ${state}" role="status">${texts.states[state]}</p>
${summary(order)}
${
  mayPay &&
  html`<p><a class="button" href="/orders/${order.id}/pay">${state === "unpaid" ? texts.goToPay : texts.goOnPaying}</a></p>`
}
<p><a href="/">${texts.back}</a></p>`,
  );
}

export function problemPage(problem: "notFound" | "broken"): string {
  return page(texts[`${problem}Title`], html`<p>${texts[problem]}</p><p><a href="/">${texts.back}</a></p>`);
}

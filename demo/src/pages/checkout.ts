import { type TestCard, testCards } from "@ventanilla/sandbox";
import { formatCardNumber, type Html, html, wholeNames } from "@ventanilla/web";
import type { Line, Order } from "../orders.ts";
import { formatPesos } from "../price.ts";
import { type Language, texts } from "../texts.ts";
import type { Visit } from "../visit.ts";
import { totals } from "./cart.ts";
import type { Page } from "./layout.ts";

const schemes = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };

/** The products of an order as a plain list. */
export function orderLines(lines: readonly Line[], language: Language): Html {
  return html`<ul class="lines plain">${lines.map(
    ({ product, quantity }) => html`<li>
  <div class="wall small ${product.wall}"><img src="/assets/products/${product.id}.svg" alt="" width="96" height="80"></div>
  <div class="entry"><div class="what"><strong>${product.name[language]}</strong>${quantity > 1 && html`<span>${quantity}&nbsp;× ${formatPesos(product.price)}</span>`}</div>
  <div class="sum"><span class="price">${formatPesos(product.price * quantity)}</span></div></div>
</li>`,
  )}</ul>`;
}

/** Whether the buyer pays at once or in installments: a form, so that it works without JavaScript. */
function paymentChoice({ id, installments }: Order, mode: Mode, language: Language): Html {
  const say = texts[language];
  const button = (value: boolean, words: string) =>
    html`<button name="installments" value="${String(value)}" aria-pressed="${String(value === installments)}">${words}</button>`;
  return html`<form method="post" action="/checkout/${id}" class="how" aria-label="${say.howToPay}">
      <input type="hidden" name="mode" value="${mode}">
      <div class="halves">${button(false, say.onePayment)}${button(true, say.inInstallments)}</div>
      ${installments && html`<p class="fine">${say.installmentsNote}</p>`}
    </form>`;
}

/** Test cards with one outcome, under its name. */
function cardGroup(group: TestCard["group"], cards: readonly TestCard[], language: Language): Html {
  const { cardGroups, answer } = texts[language];
  return html`<details${group === "approved" && html` open`}><summary>${cardGroups[group]} <span>${answer}</span></summary>
    <ul>${cards.map(
      (card) =>
        html`<li><code>${formatCardNumber(card.number)}</code> <span>${schemes[card.scheme]} · ${wholeNames(card[language])}</span> <span class="answer">${card.ResponseCode}</span></li>`,
    )}</ul></details>`;
}

/** As on the tag's own button. */
const lock = html`<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M8 11V8a4 4 0 0 1 8 0v3M5 11h14v9H5z"/></svg>`;

/** How the bank's page opens: in a window where the browser allows one (`auto`), or in this tab. */
export type Mode = "auto" | "redirect";

/** The page where an order is paid: the tag, and inside it the form that works without JavaScript. */
export function checkoutPage({ language }: Visit, order: Order, mode: Mode): Page {
  const say = texts[language];
  const address = `/checkout/${order.id}`;
  const here = mode === "redirect" ? `${address}?mode=redirect` : address;
  const pay = order.installments ? say.payInInstallments : say.pay(formatPesos(order.total));
  return {
    title: say.checkoutTitle(order.id),
    section: "cart",
    scripts: ["/assets/checkout.js", "/payments/element.js"],
    body: html`
<h1>${say.checkoutTitle(order.id)}</h1>
<div class="columns">
  <section>
    ${orderLines(order.lines, language)}
    ${totals(order.total, order.tax, language)}
  </section>
  <section class="panel window" aria-labelledby="payment">
    <h2 id="payment">${say.payment}</h2>
    <p class="amount">${formatPesos(order.total)}</p>
    ${paymentChoice(order, mode, language)}
    <ventanilla-pay endpoint="/payments" order="${order.id}" mode="${mode}" locale="${language}"
      label="${pay}" return-to="${here}" data-order-page="/orders/${order.id}">
      <form method="post" action="/payments/attempts" data-turbo="false" hx-boost="false" up-submit="false" data-astro-reload data-sveltekit-reload>
        <input type="hidden" name="order" value="${order.id}">
        <input type="hidden" name="lang" value="${language}">
        <input type="hidden" name="returnTo" value="${here}">
        <button class="big">${lock}${pay}</button>
      </form>
    </ventanilla-pay>
    <p class="fine">${say.cardStays}</p>
    <p class="fine script-only">${
      mode === "auto"
        ? html`<a href="${address}?mode=redirect">${say.samePage}</a>`
        : html`<a href="${address}">${say.otherWindow}</a>`
    }</p>
  </section>
  <div class="cards">
  <details>
    <summary>${say.testCards}</summary>
    <p class="fine">${say.testCardsNote}</p>
    <div class="groups">${[...Map.groupBy(testCards, ({ group }) => group)].map(([group, cards]) => cardGroup(group, cards, language))}</div>
  </details>
  <p><a href="/playground">${say.everyOutcome}</a></p>
  </div>
</div>`,
  };
}

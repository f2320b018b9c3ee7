import { type Html, html } from "@ventanilla/web";
import type { Contact } from "../contact.ts";
import { type Line, maxOfOne, totalOf } from "../orders.ts";
import { formatPesos, itbisIn } from "../price.ts";
import { type Language, texts } from "../texts.ts";
import type { Visit } from "../visit.ts";
import type { Page } from "./layout.ts";

/** The sums under a list of products. */
export function totals(total: number, tax: number, language: Language): Html {
  const say = texts[language];
  return html`<dl class="sums">
  <div><dt>${say.beforeTax}</dt><dd>${formatPesos(total - tax)}</dd></div>
  <div><dt>${say.itbis}</dt><dd>${formatPesos(tax)}</dd></div>
  <div class="total"><dt>${say.total}</dt><dd>${formatPesos(total)}</dd></div>
</dl>`;
}

function editableLine({ product, quantity }: Line, language: Language, pressed: Change | undefined): Html {
  const say = texts[language];
  const name = product.name[language];
  const isFull = quantity >= maxOfOne;
  // A disabled button cannot have the focus.
  const focused = pressed && isFull ? "less" : pressed;
  const focus = (button: Change) => button === focused && html` autofocus`;
  return html`<li>
  <div class="wall small ${product.wall}"><img src="/assets/products/${product.id}.svg" alt="" width="96" height="80"></div>
  <div class="what"><strong>${name}</strong>${quantity > 1 && html`<span>${formatPesos(product.price)}</span>`}</div>
  <div class="sum">
    <form method="post" action="/cart" class="stepper" aria-label="${say.quantity}: ${name}">
      <input type="hidden" name="good" value="${product.id}">
      <button name="change" value="less" aria-label="${say.less(name)}"${focus("less")}>−</button>
      <output>${quantity}</output>
      <button name="change" value="more" aria-label="${say.more(name)}"${isFull && html` disabled`}${focus("more")}>+</button>
    </form>
    <span class="price">${formatPesos(product.price * quantity)}</span>
  </div>
</li>`;
}

/** A button beside a product in the cart. */
export type Change = "less" | "more";

/**
 * The cart, with the form that turns it into an order. `badContact` is what was typed into it, when it cannot be used.
 * `pressed` is the button that was just pressed: it has the focus again, also without JavaScript, or the heading has it
 * when there is no such button any more.
 */
export function cartPage(
  { language }: Visit,
  lines: readonly Line[],
  { badContact, pressed }: { badContact?: Contact; pressed?: { product: string; change: Change } | undefined } = {},
): Page {
  const say = texts[language];
  const total = totalOf(lines);
  const isGone = pressed && !lines.some(({ product }) => product.id === pressed.product);
  // Filled in because this is a demo: one click less.
  const contact = badContact ?? { email: "ana@ejemplo.do", phone: "809-555-0123" };
  // What is wrong in the form is mended there; otherwise the order is made from here, too.
  const toOrder = badContact
    ? html`<a class="button" href="#order">${say.toContact}</a>`
    : html`<button form="order">${say.toCheckout}</button>`;
  const empty = html`<div class="empty"><p>${say.cartEmpty}</p><a class="button" href="/">${say.toShelf}</a></div>`;
  const full = html`<div class="columns">
  <div>
    <p class="to-sum"><span>${say.total} <strong class="price">${formatPesos(total)}</strong></span> ${toOrder}</p>
    <ul class="lines">${lines.map((line) =>
      editableLine(line, language, line.product.id === pressed?.product ? pressed.change : undefined),
    )}</ul>
  </div>
  <form method="post" action="/orders" class="panel" id="order">
    ${totals(total, itbisIn(total), language)}
    <fieldset aria-describedby="why-contact">
      <legend>${say.contact}</legend>
      ${badContact && html`<p class="problem" role="alert">${say.badContact}</p>`}
      <label>${say.email} <input type="email" name="email" value="${contact.email}" autocomplete="email" maxlength="254" required></label>
      <label>${say.phone} <input type="tel" name="phone" value="${contact.phone}" autocomplete="tel" title="${say.phoneForm}" maxlength="60" required></label>
      <p class="fine" id="why-contact">${say.contactNote}</p>
    </fieldset>
    <button class="big">${say.toCheckout}</button>
  </form>
</div>`;
  return {
    title: say.cartTitle,
    section: "cart",
    body: html`<h1${isGone && html` tabindex="-1" autofocus`}>${say.cartTitle}</h1>${lines.length > 0 ? full : empty}`,
  };
}

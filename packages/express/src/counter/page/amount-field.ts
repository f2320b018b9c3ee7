import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";

/** A field for an amount in the currency of another one, which stands before it. */
export const amountField = (like: Money, input: Html): Html =>
  html`<div class="amount"><span class="whole" aria-hidden="true">${formatMoney(like).split("\u00a0", 1)}</span>${input}</div>`;

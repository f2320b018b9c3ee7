import { formatMoney, type Html, type HtmlValue, html } from "@ventanilla/web";
import type { Purchase } from "../hosted/purchase.ts";
import type { Plan } from "../hosted/session.ts";
import { pageTexts } from "./texts.ts";

/** An amount in minor units, as `formatMoney` writes it; without a sign when the currency cannot be read. */
export function amountText(minor: number, currency: Purchase["currency"]): string {
  return formatMoney({ minor, currency: currency ?? "" }).trim();
}

/** The most, in minor units, that the styles give letters of the usual size: RD$ 9,999,999.99. */
const maxUsual = 999_999_999;

/**
 * An amount on the page. It has no line breaks, and reads left to right whatever the text around it. A long one is
 * marked, because the page's policy allows no style of its own: the style sheets make its letters smaller.
 */
export function amountOf(minor: number, currency: Purchase["currency"]): Html {
  return html`<bdi class="money${minor > maxUsual && " long"}">${amountText(minor, currency)}</bdi>`;
}

/**
 * The slip: who is paid, how much, and the buyer's own data, masked in case others can see the screen. Beside the form all
 * of it is shown; above it, its details are folded, so that the button that pays is in sight.
 */
export function slip(purchase: Purchase, language: Purchase["language"], plan?: Plan): Html {
  const text = pageTexts[language];
  const { shop, amount, tax, currency, order, email, phone } = purchase;
  const row = (name: string, value: HtmlValue): Html | false =>
    value !== "" && html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
  return html`<div class="slot"><section class="slip" aria-labelledby="shop">
<p class="eyebrow">${text.payTo}</p>
<h1 id="shop"><bdi>${shop.name || text.bank}</bdi></h1>
<p class="amount"><span class="visually-hidden">${text.total}: </span>${amount === undefined ? text.amountUnreadable : amountOf(amount, currency)}</p>
<details>
<summary>${text.details}</summary>
<dl>
${row(text.city, shop.city)}
${row(text.order, order.slice(0, 64))}
${tax !== undefined && row(text.tax, amountOf(tax, currency))}
${plan !== undefined && row(text.plan, planText(plan, language))}
${row(text.email, maskEmail(email))}
${row(text.phone, maskPhone(phone))}
</dl>
</details>
</section></div>`;
}

function planText(plan: Plan, language: Purchase["language"]): string {
  const text = pageTexts[language];
  return "installments" in plan
    ? `${plan.installments} ${text.installments}`
    : `${text.planDeferred}, ${plan.deferredDays} ${text.days}`;
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "" : `${email.slice(0, Math.min(2, at))}•••${email.slice(at).slice(0, 64)}`;
}

function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return digits.length < 7 ? "" : `••• ••• ${digits.slice(-4)}`;
}

import { type Html, html } from "@ventanilla/web";
import type { Purchase } from "../purchase.ts";
import type { Plan } from "../session.ts";
import { pageTexts } from "./texts.ts";

const signs = { DOP: "RD$", USD: "US$" };
const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount in minor units as Dominicans write it in both languages: `RD$ 2,950.00`, its space unbreakable. */
export function amountText(minor: number, currency: Purchase["currency"]): string {
  return `${currency ? `${signs[currency]}\u00a0` : ""}${format.format(minor / 100)}`;
}

/**
 * The slip: who is paid, how much, and the buyer's own data, masked against onlookers.
 */
export function slip(purchase: Purchase, language: Purchase["language"], plan?: Plan): Html {
  const text = pageTexts[language];
  const { shop, amount, tax, currency, order, email, phone } = purchase;
  const row = (name: string, value: string): Html | false =>
    value !== "" && html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<div class="slot"><section class="slip" aria-labelledby="shop">
<p class="eyebrow">${text.payTo}</p>
<h1 id="shop">${shop.name || text.bank}</h1>
${shop.city !== "" && html`<p class="city">${shop.city}</p>`}
<p class="amount"><span class="visually-hidden">${text.total}: </span>${amount === undefined ? text.amountUnreadable : amountText(amount, currency)}</p>
<dl>
${row(text.order, order.slice(0, 64))}
${tax !== undefined && row(text.tax, amountText(tax, currency))}
${plan !== undefined && row(text.plan, planText(plan, language))}
${row(text.email, maskEmail(email))}
${row(text.phone, maskPhone(phone))}
</dl>
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

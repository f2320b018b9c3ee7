import type { Money } from "@ventanilla/client";
import { decimalText, formatMoney, type Html, html, isSameOrigin, readForm, writtenAmount } from "@ventanilla/web";
import { type Contact, contactOf } from "../check-link.ts";
import { newUse, shownCode, shownPhone } from "../code.ts";
import { times } from "../language.ts";
import { amountText, isFixedOnce, type Link, stateOf, stockOf, taxWithin } from "../link.ts";
import { type Ticket, ticketCookies } from "../order/ticket.ts";
import { addressOf, type LinkVisit, redirect, sendPage, visitorOf } from "./frame.ts";
import { sendNotice, sendTooMany } from "./notice.ts";

/** What a buyer has typed, by field. */
interface Typed extends Contact {
  amount?: string | undefined;
}
type Field = keyof Typed;

const inputs: Record<Field, Html> = {
  amount: html`inputmode="decimal" autocomplete="off" maxlength="20"`,
  email: html`type="email" autocomplete="email" maxlength="254"`,
  mobilePhone: html`type="tel" autocomplete="tel" maxlength="40"`,
};

/** What the link does not know: its customer's own contact counts before what somebody types. */
const fieldsOf = ({ max, customer }: Link): Field[] =>
  (Object.keys(inputs) as Field[]).filter((name) =>
    name === "amount" ? max !== undefined : customer[name] === undefined,
  );

/** What for, and how much. */
export const heading = (description: string, sum: string): Html =>
  html`<h1><bdi>${description}</bdi></h1>\n<p class="amount${sum.length > 14 && " long"}"><bdi>${sum}</bdi></p>`;

/** Lines, tax, until when, the code to name on the telephone, and what the buyer has typed. */
export function facts({ link, words, language }: LinkVisit, amount: Money | undefined, typed: Contact = {}): Html {
  const { until, itbis, code, lines } = link;
  const { email, mobilePhone } = typed;
  const rows: [name: string, value: string | false | undefined][] = [
    [words.tax(itbis), amount && itbis > 0 && formatMoney(taxWithin(amount, itbis))],
    [words.until, until !== undefined && times[language].moment(until)],
    [words.code, shownCode(code)],
    [words.fields.email.label, email],
    [words.fields.mobilePhone.label, mobilePhone && shownPhone(mobilePhone)],
  ];
  return html`<dl>
${lines.map(
  ({ text, quantity = 1, amount: cost }) =>
    html`<div class="item"><dt><bdi>${text}</bdi>${quantity > 1 && html` × ${quantity}`}</dt><dd>${formatMoney(cost)}</dd></div>\n`,
)}${rows.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

/** How many more can be sold; of a link that is its own order, the router says whether it can be paid. */
export async function leftOf({ database, uses, link }: LinkVisit): Promise<number> {
  const stock = stockOf(link);
  if (isFixedOnce(link) || stock === Number.POSITIVE_INFINITY) return stock;
  return stock - (await database.read(() => uses.taken(link.code)));
}

/** Sends the page that asks for what is missing, with what was typed and what is wrong with it. */
export async function sendForm(visit: LinkVisit, typed: Typed, wrong: Field[] = []): Promise<void> {
  const { link, language, words, wished, isSent } = visit;
  const { amount, max, description, url } = link;
  const range = amountText(link, language);
  const bounds = { label: words.chooses, hint: words.bounds(range), wrong: words.within(range) };
  const fields = { ...words.fields, amount: bounds };
  const left = link.times === 1 ? Number.POSITIVE_INFINITY : await leftOf(visit);
  const correction = (name: Field): Html => html`<li><a href="#${name}">${fields[name].label}</a></li>`;
  const field = (name: Field): Html => {
    const isWrong = wrong.includes(name);
    return html`<div class="field"><label for="${name}">${fields[name].label}</label>
<input id="${name}" name="${name}" value="${typed[name] ?? ""}" required ${inputs[name]} aria-describedby="${name}-hint"${isWrong && html` aria-invalid="true"`}${name === wrong[0] && html` autofocus`}>
<p class="${isWrong ? "error" : "hint"}" id="${name}-hint">${fields[name][isWrong ? "wrong" : "hint"]}</p></div>`;
  };
  const body = html`${heading(description, max ? words.chosen : range)}
${Number.isFinite(left) && html`<p class="left">${words.left(left)}</p>`}
${facts(visit, max ? undefined : amount)}
<form method="post" action="${addressOf(link, language, wished)}" novalidate>
${isSent && html`<div class="error" role="alert">${words.lost}</div>`}
${wrong.length > 1 && html`<div class="error" role="alert"><p>${words.wrong}</p><ul>${wrong.map(correction)}</ul></div>`}
${fieldsOf(link).map(field)}
<button>${words.go}</button>
</form>
<p class="fine">${words.atBank}</p>`;
  const status = wrong.length > 0 ? 422 : 200;
  sendPage(visit, { status, title: `${description} · ${range}`, previewed: url, body });
}

/** What this browser has typed before. */
export const typedIn = ({ email, mobilePhone, minor }: Partial<Ticket> = {}): Typed => ({
  email,
  mobilePhone,
  amount: minor === undefined ? undefined : decimalText(minor),
});

/** Takes the form of a link's page: what was typed goes into a cookie of this browser, and nothing into the database. */
export async function takeForm(visit: LinkVisit): Promise<void> {
  const { limits, origin, database, holds, limiter, request, response, link, language, wished } = visit;
  const here = addressOf(link, language);
  if (!isSameOrigin(request, origin)) {
    return sendNotice(visit, "otherSite", { status: 403, link, waysOn: { retry: here } });
  }
  const counted = [
    [`form ${visitorOf(request)}`, limits.address],
    [`link ${link.code}`, limits.link],
  ] as const;
  const seconds = limiter.wait(counted);
  if (seconds !== undefined) return sendTooMany(visit, seconds);
  limiter.count(counted);
  const isOpen = stateOf(link, await database.now()) === "open";
  if (isOpen && wished.includes("retry")) await holds.release(link.code);
  if (!isOpen || wished.includes("retry")) return redirect(response, here);
  const { fields } = await readForm(request);
  const { typed, contact, minor, wrong } = readTyped(link, fields);
  if (wrong.length > 0) return sendForm(visit, typed, wrong);
  const order = await orderFor(visit, minor);
  const ticket: Ticket = { ...order, browser: visit.ticket?.browser ?? crypto.randomUUID(), ...contact };
  // Beside those of the shop's own middleware.
  response.appendHeader("Set-Cookie", ticketCookies(request, visit, link.code, ticket));
  redirect(response, `${addressOf(link, language, wished.includes("mine") ? ["mine"] : [])}&sent=1`);
}

function readTyped(link: Link, fields: ReadonlyMap<string, string>) {
  const asked = fieldsOf(link);
  const typed: Typed = Object.fromEntries(asked.map((name) => [name, (fields.get(name) ?? "").trim()]));
  const { details: contact, wrong: refused } = contactOf(typed);
  const { amount, max = amount } = link;
  const minor = typed.amount === undefined ? undefined : writtenAmount(typed.amount, amount.currency)?.minor;
  const isWithin = minor !== undefined && minor >= amount.minor && minor <= max.minor;
  const isWrong = (name: Field): boolean =>
    name === "amount" ? !isWithin : typed[name] === "" || refused.includes(name);
  return { typed, contact, minor, wrong: asked.filter(isWrong) };
}

/**
 * The order that this browser pays: the one that it has, until that is paid. An order has one amount, so that a page that
 * is still open charges what it says: another amount is another order, or waits where it would take another of a stock.
 */
async function orderFor({ database, uses, link, ticket, wished }: LinkVisit, minor: number | undefined) {
  if (isFixedOnce(link)) return { order: link.code };
  const another = { order: newUse(link.code), minor };
  if (ticket === undefined || wished.includes("again")) return another;
  const use = await database.read(() => uses.find(ticket.order));
  const isWaiting = use?.state === "begun" && link.times !== "many";
  if (use?.state === "paid" || (ticket.minor !== minor && !isWaiting)) return another;
  return { order: ticket.order, minor: ticket.minor };
}

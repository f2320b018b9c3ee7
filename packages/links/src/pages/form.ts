import type { Money } from "@ventanilla/client";
import { decimalText, formatMoney, type Html, html, isSameOrigin, readForm, writtenAmount } from "@ventanilla/web";
import { type Contact, contactOf } from "../check-link.ts";
import { newUse, shownCode, shownPhone } from "../code.ts";
import { type Language, languageOf, times } from "../language.ts";
import { amountText, isFixedOnce, isRange, type Link, stateOf, stockOf, taxWithin } from "../link.ts";
import { newBrowser, type Ticket, ticketCookies } from "../order/ticket.ts";
import { pageTexts } from "../texts.ts";
import { addressOf, type LinkVisit, redirect, visitorOf, wishes } from "./frame.ts";
import { hidden, sendNotice, sendTooMany } from "./notice.ts";

/** What a buyer has typed, by field. */
interface Typed extends Contact {
  amount?: string | undefined;
}

/** A field of the form that is to be corrected. */
type Wrong = keyof Typed;

type FieldWords = { label: string; hint?: string; wrong: string };

export function heading({ description, amount }: Pick<Link, "description" | "amount">, language: Language): Html {
  const words = pageTexts[language];
  const sum = amountText(amount, language);
  return html`<h1><bdi>${description}</bdi></h1>
${
  isRange(amount)
    ? html`<p class="amount">${words.chosen}</p>\n<p id="bounds">${words.bounds(sum)}</p>`
    : html`<p class="amount${sum.length > 14 && " long"}"><bdi>${sum}</bdi></p>`
}`;
}

/** Lines, tax, until when, the code to name on the telephone, and what the buyer has typed. */
export function facts(link: Link, amount: Money | undefined, language: Language, typed: Contact = {}): Html {
  const words = pageTexts[language];
  const { until, itbis, code, lines } = link;
  const { email, mobilePhone } = typed;
  const rows: [name: string, value: string | false | undefined][] = [
    [words.tax(itbis), amount && itbis > 0 && formatMoney(taxWithin(amount, itbis))],
    [words.until, until !== undefined && times[language].moment(until)],
    [words.code, shownCode(code)],
    [words.yours.email, email],
    [words.yours.mobilePhone, mobilePhone && shownPhone(mobilePhone)],
  ];
  return html`<dl>
${lines.map(
  ({ text, quantity = 1, amount: cost }) =>
    html`<div class="item"><dt><bdi>${text}</bdi>${quantity > 1 && html` × ${quantity}`}</dt><dd>${formatMoney(cost)}</dd></div>\n`,
)}${rows.map(([name, value]) => typeof value === "string" && html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

/**
 * Sends the page that asks for what is missing, with what was typed and what is wrong with it.
 * @param isLost whether what was sent has not come back: the browser keeps no cookie. Default: false
 */
export function sendForm(visit: LinkVisit, left: number, typed: Typed, wrong: Wrong[] = [], isLost = false): void {
  const { sendPage, link, language, wished } = visit;
  const words = pageTexts[language];
  const { amount, customer, description, url } = link;
  const range = amountText(amount, language);
  const fields: Record<Wrong, FieldWords> = { ...words.fields, amount: words.fields.amount(range) };
  const correction = (name: Wrong): Html => html`<li><a href="#${name}">${fields[name].label}</a></li>`;
  const field = (name: Wrong, attributes: Html, sign?: string): Html => {
    const isWrong = wrong.includes(name);
    const note = isWrong ? fields[name].wrong : fields[name].hint;
    const input = html`<input id="${name}" name="${name}" value="${typed[name] ?? ""}" required ${attributes} aria-describedby="${note === undefined ? "bounds" : `${name}-hint`}"${isWrong && html` aria-invalid="true"`}${name === wrong[0] && html` autofocus`}>`;
    return html`<div class="field"><label for="${name}">${fields[name].label}</label>
${sign === undefined ? input : html`<div class="money"><span aria-hidden="true">${sign}</span>${input}</div>`}
${note !== undefined && html`<p class="${isWrong ? "error" : "hint"}" id="${name}-hint">${note}</p>`}</div>`;
  };
  const body = html`${heading(link, language)}
${link.times !== "once" && Number.isFinite(left) && html`<p class="left">${words.left(left)}</p>`}
${facts(link, isRange(amount) ? undefined : amount, language)}
<form method="post" action="${addressOf(link, language)}" novalidate>
<input type="hidden" name="lang" value="${language}">${[...wished].map(hidden)}
${isLost && html`<div class="error" role="alert">${words.lost}</div>`}
${wrong.length > 1 && html`<div class="error" role="alert"><p>${words.wrong}</p><ul>${wrong.map(correction)}</ul></div>`}
${isRange(amount) && field("amount", html`inputmode="decimal" autocomplete="off" maxlength="20"`, amount.min.currency === "DOP" ? "RD$" : "US$")}
${customer.email === undefined && field("email", html`type="email" autocomplete="email" maxlength="254"`)}
${customer.mobilePhone === undefined && field("mobilePhone", html`type="tel" autocomplete="tel" maxlength="40"`)}
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
export async function takeForm(given: LinkVisit): Promise<void> {
  const { limits, origin, database, holds, limiter, request, response, link } = given;
  const { fields } = await readForm(request);
  const language = languageOf(fields.get("lang") ?? given.language, request);
  const wished = new Set(wishes.filter((wish) => given.wished.has(wish) || fields.has(wish)));
  const visit: LinkVisit = { ...given, language, wished };
  if (!isSameOrigin(request, origin)) {
    return sendNotice(visit, "otherSite", { status: 403, link, waysOn: { retry: addressOf(link, language) } });
  }
  const counted = [
    [`form ${visitorOf(request)}`, limits.address],
    [`link ${link.code}`, limits.link],
  ] as const;
  const seconds = limiter.wait(counted);
  if (seconds !== undefined) return sendTooMany(visit, seconds);
  limiter.count(counted);
  await holds.sweep();
  if (stateOf(link, await database.now()) !== "open") return redirect(response, addressOf(link, language));
  if (fields.has("retry")) {
    await holds.release(link.code);
    return redirect(response, addressOf(link, language));
  }
  const { typed, contact, minor, wrong } = readContact(link, fields);
  if (wrong.length > 0) return sendForm(visit, stockOf(link) - link.paid.count, typed, wrong);
  const order = await orderFor(visit, minor);
  const ticket: Ticket = { ...order, browser: visit.ticket?.browser ?? newBrowser(), ...contact };
  const back = addressOf(link, language, ...(wished.has("mine") ? (["mine", "sent"] as const) : (["sent"] as const)));
  redirect(response, back, ticketCookies(request, visit, link.code, ticket));
}

/** Reads what the link does not know: its customer's own contact counts before what somebody types. */
function readContact({ amount, customer }: Link, fields: ReadonlyMap<string, string>) {
  const given = (name: Wrong) => (fields.get(name) ?? "").trim();
  const typed: Typed = {
    email: customer.email === undefined ? given("email") : undefined,
    mobilePhone: customer.mobilePhone === undefined ? given("mobilePhone") : undefined,
    amount: isRange(amount) ? given("amount") : undefined,
  };
  const { details: contact, wrong } = contactOf(typed);
  const written = isRange(amount) ? writtenAmount(given("amount"), amount.min.currency) : undefined;
  const isWithin = isRange(amount) && written && written.minor >= amount.min.minor && written.minor <= amount.max.minor;
  const isWrong: Record<Wrong, boolean> = {
    amount: isRange(amount) && !isWithin,
    email: typed.email === "" || wrong.includes("email"),
    mobilePhone: typed.mobilePhone === "" || wrong.includes("mobilePhone"),
  };
  return {
    typed,
    contact,
    minor: written?.minor,
    wrong: (Object.keys(isWrong) as Wrong[]).filter((name) => isWrong[name]),
  };
}

/**
 * The order that this browser pays: the one that it has, until that is paid. An order has one amount, so that a page that
 * is still open charges what it says: another amount is another order, or waits where it would take another of a stock.
 */
async function orderFor({ database, uses, link, ticket, wished }: LinkVisit, minor: number | undefined) {
  if (isFixedOnce(link)) return { order: link.code };
  const another = { order: newUse(link.code), minor };
  if (ticket === undefined || wished.has("again")) return another;
  const use = await database.read(() => uses.find(ticket.order));
  const isWaiting = use?.state === "begun" && link.times !== "many";
  if (use?.state === "paid" || (ticket.minor !== minor && !isWaiting)) return another;
  return { order: ticket.order, minor: ticket.minor };
}

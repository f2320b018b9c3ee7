import type { Money } from "@ventanilla/client";
import { decimalText, formatMoney, type Html, html, isSameOrigin, readForm, writtenAmount } from "@ventanilla/web";
import { type Contact, contactOf } from "../check-link.ts";
import { newUse, shownCode, shownPhone } from "../code.ts";
import { times } from "../language.ts";
import { amountText, isFixedOnce, type Link, stateOf, taxWithin } from "../link.ts";
import { type Ticket, ticketCookies } from "../order/ticket.ts";
import type { pageTexts } from "../texts.ts";
import { addressOf, goToLink, type LinkVisit, sendPage, sendTooMany, visitorOf } from "./frame.ts";

type Field = keyof (typeof pageTexts)["es"]["fields"];
type Typed = Partial<Record<Field, string | undefined>>;

const inputs: Record<Field, Html> = {
  amount: html`inputmode="decimal" autocomplete="off" maxlength="20"`,
  email: html`type="email" autocomplete="email" maxlength="254"`,
  mobilePhone: html`type="tel" autocomplete="tel" maxlength="40"`,
};

/** What the link does not know: its customer's own contact counts before what somebody types. */
const fieldsOf = ({ max, customer }: Link): Field[] =>
  (Object.keys(inputs) as Field[]).filter((name) => (name === "amount" ? max : customer[name] === undefined));

/** What for, how much (nothing until the buyer has chosen it), lines, tax, what was typed and its code, until when. */
export function offer(visit: LinkVisit, amount: Money | undefined, typed?: Contact): Html {
  const { link, words, language, left, now } = visit;
  const { description, until, itbis, code, lines, times: stock } = link;
  const { day, hour, moment } = times[language];
  const sum = amount && formatMoney(amount);
  // Within twelve hours a time is that of one day.
  const isSoon = until !== undefined && until - now < 43_200_000;
  const tomorrow = day(now + 86_400_000) === day(until ?? 0) && ((ms: number) => words.tomorrow(hour(ms)));
  const due = isSoon ? words.untilIn(Math.max(60_000, until - now)) : words.until;
  const rows: [name: string, value: string | false | undefined][] = [
    [words.tax(itbis), amount && itbis > 0 && formatMoney(taxWithin(amount, itbis))],
    [words.code, typed && shownCode(code)],
    [words.fields.email.label, typed?.email],
    [words.fields.mobilePhone.label, typed?.mobilePhone && shownPhone(typed.mobilePhone)],
    [due, until !== undefined && (isSoon ? hour : tomorrow || moment)(until)],
  ];
  return html`<h1><bdi>${description}</bdi></h1>
${sum && html`<p class="amount${sum.length > 14 && " long"}"><bdi>${sum}</bdi></p>`}
${!typed && stock !== 1 && left > 0 && Number.isFinite(left) && html`<p class="badge">${words.left(left)}</p>`}
<dl${isSoon && html` class="soon"`}>
${lines.map(
  ({ text, amount: cost }) => html`<div class="item"><dt><bdi>${text}</bdi></dt><dd>${formatMoney(cost)}</dd></div>\n`,
)}${rows.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

/** Sends the page that asks for what is missing, with what was typed and what is wrong with it. */
export function sendForm(visit: LinkVisit, typed: Typed, wrong: Field[] = []): void {
  const { link, language, words, wished, isSent } = visit;
  const { amount, max, description, url } = link;
  const range = amountText(link, language);
  const field = (name: Field): Html => {
    const isWrong = wrong.includes(name);
    const { label, hint, wrong: error } = words.fields[name];
    const input = html`<input id="${name}" name="${name}" value="${typed[name] ?? ""}" required ${inputs[name]} aria-describedby="${name}-hint${isWrong && ` ${name}-error`}"${isWrong && html` aria-invalid="true"`}${name === wrong[0] && html` autofocus`}>`;
    return html`<div class="field"><label for="${name}">${label}</label>
<p class="hint" id="${name}-hint">${hint.replace("{range}", () => range)}</p>
${name === "amount" ? html`<div class="money"><span>${formatMoney(amount).split("\u00a0", 1)}</span>${input}</div>` : input}${isWrong && html`<p class="error" id="${name}-error">${error.replace("{range}", () => range)}</p>`}</div>`;
  };
  const body = html`${offer(visit, max ? undefined : amount)}
<form method="post" action="${addressOf(link, language, wished)}" novalidate>
${isSent && html`<p class="error" role="alert">${words.lost}</p>`}
${wrong.length > 1 && html`<p class="error" role="alert">${words.wrong(wrong.length)}</p>`}
${fieldsOf(link).map(field)}
<button>${words.go}</button>
</form>
<p class="fine">${words.atBank}</p><p class="fine">${words.code} ${shownCode(link.code)}</p>`;
  sendPage(visit, { status: wrong.length > 0 ? 422 : 200, title: `${description} · ${range}`, previewed: url, body });
}

export const typedIn = ({ email, mobilePhone, minor }: Partial<Ticket> = {}): Typed => ({
  email,
  mobilePhone,
  amount: minor === undefined ? undefined : decimalText(minor),
});

/** Takes the form of a link's page: what was typed goes into a cookie of this browser, and nothing into the database. */
export async function takeForm(visit: LinkVisit): Promise<void> {
  const { limits, origin, now, limiter, request, response, link, wished, ticket } = visit;
  const goOn = () => goToLink(visit, wished.includes("mine") ? ["mine"] : [], "&sent=1");
  // Of another site, or of a browser that does not say so: the page asks for another one.
  if (!isSameOrigin(request, origin)) return goOn();
  const counted = Object.entries({
    [`form ${visitorOf(request)}`]: limits.address,
    [`link ${link.code}`]: limits.link,
  });
  const seconds = limiter.wait(counted);
  if (seconds !== undefined) return sendTooMany(visit, seconds);
  limiter.count(counted);
  if (stateOf(link, now) !== "open") return goToLink(visit);
  const { typed, contact, minor, wrong } = readTyped(link, (await readForm(request)).fields);
  if (wrong.length > 0) return sendForm(visit, typed, wrong);
  const order = await orderFor(visit, minor);
  const given: Ticket = { ...order, browser: ticket?.browser ?? crypto.randomUUID(), ...contact };
  // Beside those of the shop's own middleware.
  response.appendHeader("Set-Cookie", ticketCookies(request, visit, link.code, given));
  goOn();
}

function readTyped(link: Link, fields: ReadonlyMap<string, string>) {
  const known = fieldsOf(link);
  const typed: Typed = Object.fromEntries(known.map((name) => [name, (fields.get(name) ?? "").trim()]));
  const { details: contact, wrong: refused } = contactOf(typed);
  const { amount, max = amount } = link;
  const minor = typed.amount === undefined ? undefined : writtenAmount(typed.amount, amount.currency)?.minor;
  const isWithin = minor !== undefined && minor >= amount.minor && minor <= max.minor;
  const isWrong = (name: Field): boolean =>
    name === "amount" ? !isWithin : typed[name] === "" || refused.includes(name);
  return { typed, contact, minor, wrong: known.filter(isWrong) };
}

/**
 * The order that this browser pays: the one that it has, until that is paid. An order has one amount, so that a page that
 * is still open charges what it says: another amount is another order, or waits where it would take another of a stock.
 */
async function orderFor({ database, uses, link, ticket }: LinkVisit, minor: number | undefined) {
  if (isFixedOnce(link)) return { order: link.code };
  const another = { order: newUse(link.code), minor };
  if (ticket === undefined) return another;
  const use = await database.read(() => uses.find(ticket.order));
  const isWaiting = use?.state === "begun" && link.times !== "many";
  if (use?.state === "paid" || (ticket.minor !== minor && !isWaiting)) return another;
  return { order: ticket.order, minor: ticket.minor };
}

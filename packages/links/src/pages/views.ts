import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html, type Mark, pageMark } from "@ventanilla/web";
import type { Contact } from "../check-link.ts";
import { shownCode, shownPhone } from "../code.ts";
import { type Language, times } from "../language.ts";
import { amountText, isRange, type Link, taxWithin } from "../link.ts";
import { texts } from "./frame.ts";
import { addressOf, type LinkVisit } from "./visit.ts";

/** What a buyer has typed, by field. */
export interface Typed extends Contact {
  amount?: string | undefined;
}

/** A field of the form that is to be corrected. */
export type Wrong = keyof Typed;

/** What the form of a link's page shows. */
export interface FormView {
  left: number;
  typed: Typed;
  wrong?: readonly Wrong[];
  /** Whether what was sent has not come back: the browser keeps no cookie. */
  isLost?: boolean;
}

/** What is charged for. */
function heading({ description, amount }: Pick<Link, "description" | "amount">, language: Language): Html {
  const words = texts[language];
  const sum = amountText(amount, language);
  return html`<h1><bdi>${description}</bdi></h1>
${
  isRange(amount)
    ? html`<p class="amount">${words.chosen}</p>\n<p id="bounds">${words.bounds(sum)}</p>`
    : html`<p class="amount${sum.length > 14 && " long"}"><bdi>${sum}</bdi></p>`
}`;
}

/** Lines, tax, until when, the code to name on the telephone, and what the buyer has typed. */
function facts(link: Link, amount: Money | undefined, language: Language, { email, mobilePhone }: Contact = {}): Html {
  const words = texts[language];
  const rows: [string, string][] = [];
  if (amount && link.itbis > 0) rows.push([words.tax(link.itbis), formatMoney(taxWithin(amount, link.itbis))]);
  if (link.until !== undefined) rows.push([words.until, times[language].moment(link.until)]);
  rows.push([words.code, shownCode(link.code)]);
  if (email !== undefined) rows.push([words.yours.email, email]);
  if (mobilePhone !== undefined) rows.push([words.yours.mobilePhone, shownPhone(mobilePhone)]);
  return html`<dl>
${link.lines.map(
  ({ text, quantity = 1, amount: cost }) =>
    html`<div class="item"><dt><bdi>${text}</bdi>${quantity > 1 && html` × ${quantity}`}</dt><dd>${formatMoney(cost)}</dd></div>\n`,
)}${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

/** One field of the form. */
function field(
  { typed, wrong = [] }: FormView,
  name: Wrong,
  words: { label: string; hint?: string; wrong: string },
  attributes: Html,
  currency?: Money["currency"],
): Html {
  const isWrong = wrong.includes(name);
  const note = isWrong ? words.wrong : words.hint;
  const input = html`<input id="${name}" name="${name}" value="${typed[name] ?? ""}" required ${attributes} aria-describedby="${note === undefined ? "bounds" : `${name}-hint`}"${isWrong && html` aria-invalid="true"`}${name === wrong[0] && html` autofocus`}>`;
  return html`<div class="field"><label for="${name}">${words.label}</label>
${currency === undefined ? input : html`<div class="money"><span aria-hidden="true">${currency === "DOP" ? "RD$" : "US$"}</span>${input}</div>`}
${note !== undefined && html`<p class="${isWrong ? "error" : "hint"}" id="${name}-hint">${note}</p>`}</div>`;
}

/** The page that asks for what is missing. */
export function formView({ link, language, wished }: LinkVisit, view: FormView): Html {
  const { left, wrong = [], isLost = false } = view;
  const words = texts[language];
  const { amount, customer } = link;
  const fields = { ...words.fields, amount: words.fields.amount(amountText(amount, language)) };
  const correction = (name: Wrong): Html => html`<li><a href="#${name}">${fields[name].label}</a></li>`;
  return html`${heading(link, language)}
${link.times !== "once" && Number.isFinite(left) && html`<p class="left">${words.left(left)}</p>`}
${facts(link, isRange(amount) ? undefined : amount, language)}
<form method="post" action="${addressOf(link, language)}" novalidate>
<input type="hidden" name="lang" value="${language}">${[...wished].map(hidden)}
${isLost && html`<div class="error" role="alert">${words.lost}</div>`}
${wrong.length > 1 && html`<div class="error" role="alert"><p>${words.wrong}</p><ul>${wrong.map(correction)}</ul></div>`}
${isRange(amount) && field(view, "amount", fields.amount, html`inputmode="decimal" autocomplete="off" maxlength="20"`, amount.min.currency)}
${customer.email === undefined && field(view, "email", fields.email, html`type="email" autocomplete="email" maxlength="254"`)}
${customer.mobilePhone === undefined && field(view, "mobilePhone", fields.mobilePhone, html`type="tel" autocomplete="tel" maxlength="40"`)}
<button>${words.go}</button>
</form>
<p class="fine">${words.atBank}</p>`;
}

/** Asks for a code that was told on the telephone: it leads to the link's page. */
export function codeForm(language: Language, action = "", typed = ""): Html {
  return html`<form action="${action}">
<input type="hidden" name="lang" value="${language}">
<div class="field"><label for="code">${texts[language].code}</label>
<input id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint" value="${typed}"${typed !== "" && html` aria-invalid="true"`}>
<p class="${typed === "" ? "hint" : "error"}" id="code-hint">${texts[language].typeCode.hint}</p></div>
<button>${texts[language].go}</button>
</form>`;
}

/**
 * The page with the tag.
 * @param mount the router's address
 * @param typed by this buyer: what the link itself knows of its customer is shown to nobody
 */
export function payView(
  { link, language }: Pick<LinkVisit, "link" | "language">,
  { order, amount, mount, typed }: { order: string; amount: Money; mount: string; typed: Typed },
): Html {
  const { pathname, search } = new URL(addressOf(link, language));
  const back = pathname + search;
  const words = texts[language];
  const button = words.pay(formatMoney(amount));
  return html`${heading({ ...link, amount }, language)}
${facts(link, amount, language, typed)}
<ventanilla-pay endpoint="${mount}" order="${order}" locale="${language}" label="${button}" return-to="${back}">
<form method="post" action="${mount}/attempts">
<input type="hidden" name="order" value="${order}"><input type="hidden" name="lang" value="${language}"><input type="hidden" name="returnTo" value="${back}">
<button>${button}</button>
</form>
</ventanilla-pay>
<p class="fine">${words.atBank}</p>
${Object.values(typed).some((text) => text !== undefined) && html`<p class="fine"><a href="${addressOf(link, language, "change")}">${words.change}</a></p>`}`;
}

/** The names of pages that only say something, and lead on. */
export type Notice = keyof (typeof texts)["es"]["states"];

/** A way on from a page. */
type WayOn = { words: string } & ({ href: string } | { post: string });

const hidden = (name: string): Html => html`<input type="hidden" name="${name}" value="1">`;

const marks: Partial<Record<Notice, Mark>> = {
  paid: "good",
  paidHere: "good",
  review: "alert",
  reviewOfOther: "alert",
  expired: "off",
  withdrawn: "off",
};

/** What a page that only says something has besides. */
export interface NoticeView {
  link?: Link;
  /** The sentence before the others. */
  first?: string | undefined;
  /** Where a code is typed once more. */
  codesAt?: string;
  /** What came in place of one. */
  typed?: string;
  waysOn?: readonly WayOn[];
}

/** A page that says how it stands, and leads on. */
export function noticeView(
  notice: Notice,
  language: Language,
  { link, first, codesAt, typed, waysOn = [] }: NoticeView,
): Html {
  const { title, message } = texts[language].states[notice];
  return html`${pageMark(marks[notice] ?? "plain")}
<h1>${title}</h1>
<p>${first !== undefined && html`<strong>${first}</strong> `}${message}</p>
${
  link &&
  html`<dl><div class="item"><dt><bdi>${link.description}</bdi></dt><dd>${amountText(link.amount, language)}</dd></div><div><dt>${texts[language].code}</dt><dd>${shownCode(link.code)}</dd></div></dl>`
}
${codesAt !== undefined && codeForm(language, codesAt, typed)}
${waysOn.map((way, at) => wayOn(way, language, at > 0))}`;
}

function wayOn(way: WayOn, language: Language, isQuiet: boolean): Html {
  if ("href" in way) return html`<a${isQuiet && html` class="quiet"`} href="${way.href}">${way.words}</a>`;
  return html`<form method="post" action="${way.post}"><input type="hidden" name="lang" value="${language}">${hidden("retry")}<button>${way.words}</button></form>`;
}

/** Comes back to this page when the payment is approved: it says so, with the receipt. */
export const approvedScript = 'addEventListener("pay-approved", () => location.reload());';

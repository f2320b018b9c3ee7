import { readFileSync } from "node:fs";
import { cardSchemeOf } from "@ventanilla/client";
import type { AttemptView, PaymentEvent } from "@ventanilla/express";
import {
  formatCard,
  formatMoney,
  type Html,
  type HtmlValue,
  html,
  htmlDocument,
  type InlineStyle,
  inlineStyle,
} from "@ventanilla/web";
import { codeOfOrder, shownCode } from "../code.ts";
import { type Language, times } from "../language.ts";
import type { LinkLine } from "../link.ts";
import { receiptTexts } from "./texts.ts";

/**
 * A payment as a receipt shows it: what `onPaid` receives. Of a `maskedCard` only its scheme and last four digits are
 * shown.
 */
export type PaidPayment = Pick<
  PaymentEvent,
  "order" | "amount" | "tax" | "approvedAmount" | "settledAt" | "authorizationCode" | "reference" | "maskedCard"
>;

/** A part of a payment that went back, and when, in milliseconds since the epoch. */
type PartOfPayment = Pick<NonNullable<AttemptView["givenBack"]>[number], "amount" | "at">;

/** What a receipt says besides the payment. */
export interface ReceiptDetails {
  /** What was paid for. Default: the number of the order alone */
  description?: string;
  /** What the amount is made of. Default: none */
  lines?: readonly LinkLine[];
  /** The percentage of the tax (ITBIS). Default: the receipt says the tax alone */
  itbis?: number;
  /** Whether it was paid on the bank's page for installments: the plan is between the buyer and their issuer. */
  installments?: boolean;
  /** What went back of the payment, and when, in milliseconds since the epoch. Default: nothing */
  givenBack?: readonly PartOfPayment[];
  /** Further charges of the same order: one of them is to be given back, or was. */
  further?: readonly (PaidPayment & Pick<ReceiptDetails, "givenBack">)[];
}

/** Whose receipt it is. */
export interface ReceiptShop {
  name: string;
  /** The shop's tax number. */
  rnc?: string | undefined;
  contact?: { href: string; label: string } | undefined;
  /** Six hex digits: `#0b7a66`. */
  color: string;
}

/** A receipt for an email of the shop's own. */
export interface Receipt {
  /** One line. */
  subject: string;
  /** A whole document, which mail programs and printers show alike. It loads nothing. */
  html: string;
  /** The same for programs that show no HTML. */
  text: string;
}

/** The style of receipts. */
export const receiptSheet = readFileSync(new URL("../../src/receipt/receipt.css", import.meta.url), "utf8");

/** A document in the form of a receipt. */
const receiptDocument = (
  shop: ReceiptShop,
  language: Language,
  title: string,
  paper: Html,
  { style, head, top, foot }: ReceiptFrame,
): string =>
  htmlDocument({
    language,
    title,
    head: html`<meta name="color-scheme" content="light dark">
${(style ?? inlineStyle(receiptSheet, `main{border-top:6px solid ${shop.color}}`)).element}
${head}`,
    body: html`
<main>
${top}
<p class="shop">${shop.name}</p>
${paper}
${foot}
</main>
`,
  }).toString();

/** What a receipt's page has and an email has not: its style, and what stands in its head, above and below the receipt. */
interface ReceiptFrame {
  style?: InlineStyle;
  head?: HtmlValue;
  top?: HtmlValue;
  foot?: HtmlValue;
}

type Row = readonly [name: string, value: string | undefined];

/** What a receipt says, by its parts: each is written as HTML and as text. */
function partsOf(payment: PaidPayment, details: ReceiptDetails, language: Language) {
  const words = receiptTexts[language];
  const { amount, tax, approvedAmount, maskedCard } = payment;
  const { moment, day } = times[language];
  const charged = approvedAmount ?? amount;
  const parts = details.givenBack ?? [];
  const net = { ...amount, minor: amount.minor - tax.minor };
  const sums: Row[] = [
    [words.net, formatMoney(net)],
    [words.tax(details.itbis), formatMoney(tax)],
    [words.total, formatMoney(amount)],
    [words.charged, charged.minor === amount.minor ? undefined : formatMoney(charged)],
  ];
  const facts: Row[] = [
    [words.date, moment(payment.settledAt)],
    [words.card, maskedCard && cardText(maskedCard)],
    [words.authorization, payment.authorizationCode],
    [words.reference, payment.reference],
    codeOfOrder(payment.order) ? [words.code, shownCode(payment.order)] : [words.order, payment.order],
  ];
  const further = (details.further ?? []).map(({ givenBack = [], ...other }) => {
    const sum = formatMoney(other.approvedAmount ?? other.amount);
    const card = other.maskedCard ? ` (${cardText(other.maskedCard)})` : "";
    return words.further(
      `${sum}${card}`,
      day(other.settledAt),
      isAllBack(other, givenBack) && day(givenBack.at(-1)?.at ?? 0),
    );
  });
  const notes = [
    ...parts.map((part) => words.givenBack(formatMoney(part.amount), day(part.at))),
    ...further,
    ...(details.installments ? [words.installments] : []),
  ];
  const known = (rows: Row[]): [string, string][] => rows.flatMap(([name, value]) => (value ? [[name, value]] : []));
  const isBack = isAllBack(payment, parts);
  return {
    sum: formatMoney(charged),
    stamp: isBack ? words.returned : parts.length > 0 ? words.returnedInPart : words.paid,
    isBack,
    lines: (details.lines ?? []).map(({ text, quantity = 1, amount: cost }): [string, string] => [
      quantity === 1 ? text : `${quantity} × ${text}`,
      formatMoney(cost),
    ]),
    sums: known(sums),
    facts: known(facts),
    notes,
  };
}

/** A card by its scheme and its last four digits. */
export function cardText(maskedCard: string): string {
  const scheme = cardSchemeOf(maskedCard);
  const name = scheme === "other" ? "" : `${scheme === "MasterCard" ? "Mastercard" : scheme} `;
  return name + formatCard(maskedCard);
}

/** Where the buyer asks, if the shop says so. */
const questionsLine = ({ contact }: ReceiptShop, language: Language): Html | undefined =>
  contact &&
  html`<p class="legal">${receiptTexts[language].questions} <a href="${contact.href}">${contact.label}</a></p>`;

/**
 * Writes the receipt of a payment: pure.
 */
export function receiptOf(
  shop: ReceiptShop,
  payment: PaidPayment,
  details: ReceiptDetails,
  language: Language,
  frame: ReceiptFrame = {},
): Receipt {
  const words = receiptTexts[language];
  const { sum, stamp, isBack, lines, sums, facts, notes } = partsOf(payment, details, language);
  const { description } = details;
  const subject = words.subject(shop.name, description ?? words.orderNamed(payment.order));
  const rowsOf = (rows: readonly [string, string][]): Html[] =>
    rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  const paper = html`${shop.rnc !== undefined && html`<p class="rnc">RNC ${shop.rnc}</p>`}
<h1>${words.title}</h1>
<p class="sum${sum.length > 14 && " long"}">${sum} <strong class="${isBack ? "stamp back" : "stamp"}">${stamp}</strong></p>
${notes.map((note) => html`<p class="note">${note}</p>`)}
${description !== undefined && html`<h2>${description}</h2>`}
<table class="sums">
${lines.length > 0 && html`<tbody class="lines">${rowsOf(lines)}</tbody>`}
<tbody>${rowsOf(sums)}</tbody>
</table>
<table class="facts"><tbody>${rowsOf(facts)}</tbody></table>
<p class="legal">${words.noTaxReceipt}</p>
${questionsLine(shop, language)}`;
  const textOf = (rows: readonly [string, string][]): string[] => rows.map(([name, value]) => `${name}: ${value}`);
  const text = [
    [shop.name, ...(shop.rnc === undefined ? [] : [`RNC ${shop.rnc}`])],
    [`${words.title}: ${sum} · ${stamp}`, ...notes],
    [...(description === undefined ? [] : [description]), ...textOf(lines)],
    textOf(sums),
    textOf(facts),
    [words.noTaxReceipt, ...(shop.contact ? [`${words.questions} ${shop.contact.label}`] : [])],
  ];
  const paragraphs = text.filter((part) => part.length > 0).map((part) => part.map(oneLine).join("\n"));
  return {
    subject: oneLine(subject),
    html: receiptDocument(shop, language, subject, paper, frame),
    text: `${paragraphs.join("\n\n")}\n`,
  };
}

/** No text begins a line or a header of its own, and none turns the letters after it round. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** Whether all that was charged has gone back. */
const isAllBack = ({ amount, approvedAmount = amount }: PaidPayment, parts: readonly PartOfPayment[]): boolean =>
  parts.reduce((left, part) => left - part.amount.minor, approvedAmount.minor) <= 0;

/** A charge, as the router tells of its attempt. */
type Charge = PaidPayment & { attempt: string; givenBack: readonly PartOfPayment[] };

/**
 * The charge that pays an order, and its further ones: of several that which was not given back.
 * @param kept the payment as `onPaid` got it: the router deletes its numbers some day
 * @returns undefined for an order that nobody has paid
 */
export function chargesIn(
  attempts: readonly AttemptView[],
  kept?: PaymentEvent,
): { payment: PaidPayment; details: ReceiptDetails } | undefined {
  const charges = attempts.filter(({ state, capture }) => state === "approved" && capture === undefined).map(chargeOf);
  const standing = charges.find((charge) => !isAllBack(charge, charge.givenBack)) ?? charges.at(-1);
  if (standing === undefined) return undefined;
  const { givenBack, ...charge } = standing;
  const payment = kept?.attempt === charge.attempt ? { ...kept, ...charge } : charge;
  const further = charges.filter((other) => other !== standing);
  return { payment, details: { givenBack, further } };
}

function chargeOf(attempt: AttemptView): Charge {
  const { id, order, amount, tax, createdAt, settledAt = createdAt, verdict, resolution, givenBack = [] } = attempt;
  const approved = resolution?.approvedAmount && { approvedAmount: resolution.approvedAmount };
  return { ...verdict, ...approved, attempt: id, order, amount, tax, settledAt, givenBack };
}

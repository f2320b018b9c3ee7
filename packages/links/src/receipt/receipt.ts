import { readFileSync } from "node:fs";
import { cardSchemeOf, type Money } from "@ventanilla/client";
import type { AttemptView, PaymentEvent } from "@ventanilla/express";
import { formatCard, formatMoney, type Html, html, htmlDocument, inlineStyle, wholeText } from "@ventanilla/web";
import { codeOfOrder, shownCode } from "../code.ts";
import { type Language, times } from "../language.ts";
import type { LinkLine } from "../link.ts";
import type { Parts } from "../options.ts";
import { shopColors } from "../pages/preview.ts";
import { pageTexts, receiptTexts } from "../texts.ts";

/**
 * A payment as a receipt shows it: what `onPaid` receives. Of a `maskedCard` only its scheme and last four digits are
 * shown.
 */
export type PaidPayment = Pick<
  PaymentEvent,
  "order" | "amount" | "tax" | "approvedAmount" | "settledAt" | "authorizationCode" | "reference" | "maskedCard"
>;

/** What a receipt says besides the payment. */
export interface ReceiptDetails {
  /** What was paid for. Default: the number of the order alone */
  description?: string | undefined;
  /** What the amount is made of. Default: none */
  lines?: readonly LinkLine[] | undefined;
  /** The percentage of the tax (ITBIS). Default: the receipt says the tax alone */
  itbis?: number | undefined;
  /** Whether it was paid on the bank's page for installments: the plan is between the buyer and their issuer. */
  installments?: boolean;
  /** What went back of the payment, and when, in milliseconds since the epoch. Default: nothing */
  givenBack?: readonly Pick<NonNullable<AttemptView["givenBack"]>[number], "amount" | "at">[];
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

/** The same with its language, by default Spanish, and what its page has below the numbers and at its end. */
type Said = ReceiptDetails & { language?: Language; onPage?: readonly [Html, Html] };

const sheet = readFileSync(new URL("../../src/receipt/receipt.css", import.meta.url), "utf8");

/** The style of receipts: they begin with the shop's awning, in one color where a mail program draws no stripes. */
export const receiptStyle = (color: string) => inlineStyle(`.awning{background:${color}}`, shopColors(color), sheet);

export const cardOf = ({ maskedCard }: Partial<PaidPayment> = {}): string | undefined =>
  maskedCard && formatCard(maskedCard, cardSchemeOf(maskedCard));

/** A name and a value. What has no value is left out. */
type Row = readonly [name: string, value: string | undefined];

/** What a receipt says, by its parts: each is written as HTML and as text. */
function contentOf(payment: PaidPayment, details: Said, language: Language) {
  const words = receiptTexts[language];
  const { moment, day } = times[language];
  const { amount, tax, approvedAmount: charged = amount, order } = payment;
  const { lines = [], givenBack = [], itbis, installments = false } = details;
  const items = lines.map(({ text, amount: cost }): Row => [text, formatMoney(cost)]);
  const sums: Row[] = [
    [words.net, formatMoney({ ...amount, minor: amount.minor - tax.minor })],
    [itbis ? `${words.tax} ${itbis}\u00a0%` : words.tax, formatMoney(tax)],
    [words.total, formatMoney(amount)],
    [words.charged, charged.minor === amount.minor ? undefined : formatMoney(charged)],
  ];
  const facts: Row[] = [
    [words.date, moment(payment.settledAt)],
    [words.card, cardOf(payment)],
    [words.authorization, payment.authorizationCode],
    [words.reference, payment.reference],
    codeOfOrder(order) ? [pageTexts[language].code, shownCode(order)] : [words.order, order],
  ];
  const notes = givenBack.map((part) => words.givenBack(formatMoney(part.amount), wholeText(day(part.at))));
  if (installments) notes.push(words.installments);
  const returned = isAllBack(payment, givenBack) ? words.returned : words.returnedInPart;
  return { sum: formatMoney(charged), stamp: givenBack.length > 0 ? returned : words.paid, items, sums, facts, notes };
}

export function receiptOf(shop: Parts["storefront"], payment: PaidPayment, details: Said): Receipt {
  const { name, rnc, contact, color } = shop;
  const { description, language = "es", onPage: [button, end] = [] } = details;
  const words = receiptTexts[language];
  const { sum, stamp, items, sums, facts, notes } = contentOf(payment, details, language);
  const table = (rows: readonly Row[]) =>
    rows.map(([label, value]) => value && html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`);
  const paper = html`<div class="awning"></div>
<p class="shop">${name}</p>
${rnc !== undefined && html`<p class="rnc">RNC ${rnc}</p>`}
<h1>${words.title}</h1>
<p class="sum${sum.length > 14 && " long"}">${sum}<br><strong class="stamp${stamp !== words.paid && " back"}">${stamp}</strong></p>
${notes.map((note) => html`<p class="note">${note}</p>`)}
${description !== undefined && html`<h2>${description}</h2>`}
<table class="sums">
${items.length > 0 && html`<tbody class="lines">${table(items)}</tbody>`}
<tbody>${table(sums)}</tbody>
</table>
<table class="facts"><tbody>${table(facts)}</tbody></table>${button}
<p class="legal">${words.noTaxReceipt}</p>
${contact && html`<p class="help"><span>${words.contact}</span> <a href="${contact.href}">${contact.label}</a></p>`}
`;
  const textOf = (rows: readonly Row[]) => rows.map(([label, value]) => value && `${label}: ${value}`);
  const paragraphs = [
    [name, rnc && `RNC ${rnc}`],
    [`${words.title}: ${sum} · ${stamp}`, ...notes],
    [description, ...textOf(items)],
    textOf(sums),
    textOf(facts),
    [words.noTaxReceipt, contact && `${words.contact} ${contact.label}`],
  ].map((said) => said.flatMap((text) => (text ? [oneLine(text)] : [])).join("\n"));
  const text = `${paragraphs.filter((said) => said !== "").join("\n\n")}\n`;
  const subject = oneLine(`${words.from} ${name}: ${description ?? `${words.order} ${payment.order}`}`);
  const head = html`<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${receiptStyle(color).element}`;
  const document = htmlDocument({ language, title: subject, head, body: html`<main>${paper}${end}</main>` });
  return { subject, html: document.toString(), text };
}

/** No text begins a line or a header of its own, and none turns the letters after it round. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();

const isAllBack = ({ amount, approvedAmount = amount }: PaidPayment, givenBack: readonly { amount: Money }[]) =>
  givenBack.reduce((left, part) => left - part.amount.minor, approvedAmount.minor) <= 0;

/**
 * The charge that pays an order, with what went back of it: of several the one that was not given back.
 * @param kept the payment as `onPaid` got it: the router deletes its numbers some day
 * @returns undefined for an order that nobody has paid
 */
export function chargeIn(attempts: readonly AttemptView[], kept?: PaymentEvent) {
  const charges = attempts.filter(({ state, capture }) => state === "approved" && capture === undefined).map(chargeOf);
  const charge = charges.find((each) => !isAllBack(each, each.givenBack)) ?? charges.at(-1);
  return charge && { ...(kept?.attempt === charge.attempt && kept), ...charge };
}

function chargeOf(attempt: AttemptView) {
  const { id, order, amount, tax, createdAt, settledAt = createdAt, verdict, resolution, givenBack = [] } = attempt;
  const approved = resolution?.approvedAmount && { approvedAmount: resolution.approvedAmount };
  return { ...verdict, ...approved, attempt: id, order, amount, tax, settledAt, givenBack };
}

/** The address of a receipt's page: only who was given it knows its last part. Default: in the browser's language */
export function receiptUrl(parts: Pick<Parts, "publicUrl" | "signer">, order: string, language?: Language) {
  const name = `${encodeURIComponent(order)}.${parts.signer.sign(order, "receipt")}`;
  return `${parts.publicUrl}/receipt/${name}${language === undefined ? "" : `?lang=${language}`}`;
}

/** The order whose receipt an address is, by what follows `receipt/`, decoded; `undefined` for one that we have not made. */
export function orderOfReceipt(signer: Parts["signer"], name: string): string | undefined {
  const [, order = "", signature = ""] = /^(.+)\.(.+)$/s.exec(name) ?? [];
  return signer.isSigned(order, "receipt", signature) ? order : undefined;
}

/** The receipt of a payment with what is kept of its order, for an email of the shop's own. */
export async function receiptFor({ database, links, uses, storefront }: Parts, payment: PaidPayment, said?: Said) {
  const { code, description } = (await database.read(() => uses.find(payment.order))) ?? {};
  const { lines, itbis } = (code === undefined ? undefined : await database.read(() => links.find(code))) ?? {};
  return receiptOf(storefront, payment, { description, lines, itbis, ...said });
}

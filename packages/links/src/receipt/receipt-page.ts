import type { OrderView, PaymentEvent } from "@ventanilla/express";
import { decodeComponent, Html, html, type InlineStyle, printScript } from "@ventanilla/web";
import { type Language, otherLanguage } from "../language.ts";
import type { Signer } from "../signer.ts";
import {
  chargesIn,
  questionsLine,
  type ReceiptDetails,
  type ReceiptShop,
  receiptDocument,
  receiptOf,
  receiptStyle,
} from "./receipt.ts";
import { receiptTexts } from "./texts.ts";

/** A page that its sender puts under a policy: it allows this style and this script alone. */
export interface ReceiptPage {
  document: string;
  style: InlineStyle;
  script: string;
}

/** The last part of a receipt's address: only who was given it knows it. */
export const receiptPath = (signer: Signer, order: string): string =>
  `receipt/${encodeURIComponent(order)}.${signer.sign("receipt", order)}`;

/**
 * The order whose receipt an address is.
 * @param segment what follows `receipt/`, as the browser sent it
 * @returns undefined for an address that we have not made
 */
export function orderOfReceipt(signer: Signer, segment: string): string | undefined {
  const [, name = "", signature = ""] = /^(.+)\.([\w-]+)$/.exec(segment) ?? [];
  const order = decodeComponent(name);
  return order !== undefined && signer.isSigned("receipt", order, signature) ? order : undefined;
}

/** The page of an order's receipt; before it is paid, one that says so. */
export function receiptPage(
  shop: ReceiptShop,
  view: OrderView,
  { payment: kept, ...details }: ReceiptDetails & { payment?: PaymentEvent },
  language: Language,
): ReceiptPage {
  const words = receiptTexts[language];
  const head = html`<meta name="robots" content="noindex">`;
  const foot = (more?: Html) => html`<nav>${more}${otherLanguage(language)}</nav>`;
  const sent = { style: receiptStyle(shop), script: printScript };
  const charges = chargesIn(view.attempts, kept);
  if (charges !== undefined) {
    const { payment, details: ofCharges } = charges;
    const printing = html`${foot(html`<button type="button" id="print" hidden>${words.print}</button>`)}
<script>${new Html(printScript)}</script>`;
    const frame = { head, foot: printing };
    return { document: receiptOf(shop, payment, { ...details, ...ofCharges }, language, frame).html, ...sent };
  }
  const { title, message } = words.unpaid;
  const paper = html`<h1>${title}</h1>
<p class="note">${message}</p>
${questionsLine(shop, language)}`;
  const isUnderWay = view.decisive?.outcome === "pending";
  const refresh = isUnderWay && html`<meta http-equiv="refresh" content="5">`;
  const frame = { head: html`${head}${refresh}`, foot: foot() };
  return { document: receiptDocument(shop, language, title, paper, frame), ...sent };
}

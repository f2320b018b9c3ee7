import type { OrderView, PaymentEvent } from "@ventanilla/express";
import { decodeComponent, Html, html, type InlineStyle } from "@ventanilla/web";
import type { Signer } from "../signer.ts";
import {
  chargesIn,
  type ReceiptDetails,
  type ReceiptShop,
  receiptDocument,
  receiptOf,
  receiptStyle,
} from "./receipt.ts";
import { type ReceiptLanguage, receiptTexts } from "./texts.ts";

/** A page that its sender puts under a policy: it allows this style and this script alone. */
export interface ReceiptPage {
  document: string;
  style: InlineStyle;
  script: string;
}

/** Without it there is no button: paper needs a script, and the browser's own menu does not. */
const script = `document.querySelector("nav button").hidden=false;document.querySelector("nav button").onclick=()=>print()`;

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
  language: ReceiptLanguage,
): ReceiptPage {
  const words = receiptTexts[language];
  const style = receiptStyle(shop);
  const charges = chargesIn(view.attempts, kept);
  const other = language === "es" ? "en" : "es";
  const foot = html`<nav><button type="button" hidden>${words.print}</button><a href="?lang=${other}" hreflang="${other}" lang="${other}">${words.otherLanguage}</a></nav>
<script>${new Html(script)}</script>`;
  const head = html`<meta name="robots" content="noindex">`;
  if (charges !== undefined) {
    const { payment, details: ofCharges } = charges;
    const { html: document } = receiptOf(shop, payment, { ...details, ...ofCharges }, language, { head, foot });
    return { document, style, script };
  }
  const { title, message } = words.unpaid;
  const isUnderWay = view.decisive?.outcome === "pending";
  const paper = html`<h1>${title}</h1>
<p class="note">${message}</p>`;
  const refresh = isUnderWay && html`<meta http-equiv="refresh" content="5">`;
  const document = receiptDocument(shop, language, title, paper, { head: html`${head}${refresh}`, foot });
  return { document, style, script };
}

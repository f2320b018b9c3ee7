import type { OrderView, PaymentEvent } from "@ventanilla/express";
import { decodeComponent, Html, html, type InlineStyle, inlineStyle, parts, printScript } from "@ventanilla/web";
import { type Language, otherLanguage } from "../language.ts";
import { shopColors } from "../pages/preview.ts";
import type { Signer } from "../signer.ts";
import { chargesIn, type ReceiptDetails, type ReceiptShop, receiptOf, receiptSheet } from "./receipt.ts";
import { receiptTexts } from "./texts.ts";

/** A page that its sender puts under a policy: it allows this style and `printScript` alone. */
type ReceiptPage = { document: string; style: InlineStyle };

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

/** The page of an order's receipt. Before it is paid there is none. */
export function receiptPage(
  shop: ReceiptShop,
  view: OrderView,
  { payment: kept, ...details }: ReceiptDetails & { payment?: PaymentEvent },
  language: Language,
): ReceiptPage | undefined {
  const charges = chargesIn(view.attempts, kept);
  if (charges === undefined) return undefined;
  const style = inlineStyle(receiptSheet, parts, shopColors(shop.color));
  const frame = {
    style,
    head: html`<meta name="robots" content="noindex">`,
    top: html`<div class="awning"></div>`,
    foot: html`<nav><button type="button" id="print" hidden>${receiptTexts[language].print}</button>${otherLanguage(language)}</nav>
<script>${new Html(printScript)}</script>`,
  };
  const all = { ...details, ...charges.details };
  return { document: receiptOf(shop, charges.payment, all, language, frame).html, style };
}

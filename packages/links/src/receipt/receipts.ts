import type { OrderView, PaymentEvent } from "@ventanilla/express";
import { decodeComponent, Html, html, parts, printScript } from "@ventanilla/web";
import { type Language, otherLanguage } from "../language.ts";
import { shopColors } from "../pages/preview.ts";
import type { Parts } from "../parts.ts";
import type { Signer } from "../signer.ts";
import {
  chargesIn,
  type PaidPayment,
  type Receipt,
  type ReceiptDetails,
  type ReceiptShop,
  receiptDocument,
  receiptOf,
  writtenReceipt,
} from "./receipt.ts";
import { receiptTexts } from "./texts.ts";

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

/**
 * The page of an order's receipt, for a policy that allows its style and `printScript` alone. Before it is paid there is
 * none.
 */
export function receiptPage(
  shop: ReceiptShop,
  { attempts }: OrderView,
  { payment: kept, ...details }: ReceiptDetails & { payment?: PaymentEvent },
  language: Language,
): ReturnType<typeof receiptDocument> | undefined {
  const charges = chargesIn(attempts, kept);
  if (charges === undefined) return undefined;
  const { subject, paper } = writtenReceipt(shop, charges.payment, { ...details, ...charges.details }, language);
  const page = html`<div class="awning"></div>${paper}
<nav><button type="button" id="print" hidden>${receiptTexts[language].print}</button>${otherLanguage(language)}</nav>
<script>${new Html(printScript)}</script>`;
  return receiptDocument(language, subject, page, parts, shopColors(shop.color));
}

export type Receipts = ReturnType<typeof makeReceipts>;

/** Makes the receipts of the payments, with what is kept of their orders. */
export function makeReceipts({ settings, database, links, uses }: Parts) {
  const { publicUrl, signer, storefront } = settings;

  /** What was paid for, and the payment as `onPaid` got it; nothing of an order of the shop's own. */
  async function knownOf(order: string): Promise<ReceiptDetails & { payment?: PaymentEvent }> {
    const use = await database.read(() => uses.find(order));
    if (use === undefined) return {};
    const { code, description, payment } = use;
    const link = code === undefined ? undefined : await database.read(() => links.find(code));
    return { description, ...(payment && { payment }), ...(link && { lines: link.lines, itbis: link.itbis }) };
  }

  return {
    url: (order: string, language?: Language): string =>
      `${publicUrl}/${receiptPath(signer, order)}${language === undefined ? "" : `?lang=${language}`}`,
    knownOf,
    async receipt(
      payment: PaidPayment,
      { language = "es", ...details }: ReceiptDetails & { language?: Language } = {},
    ): Promise<Receipt> {
      return receiptOf(storefront, payment, { ...(await knownOf(payment.order)), ...details }, language);
    },
  };
}

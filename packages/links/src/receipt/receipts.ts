import { isRange } from "../check-link.ts";
import type { Parts } from "../parts.ts";
import { type PaidPayment, type Receipt, type ReceiptDetails, receiptOf } from "./receipt.ts";
import { receiptPath } from "./receipt-page.ts";
import type { ReceiptLanguage } from "./texts.ts";

/** The receipts of the payments, with what is kept of their orders. */
export interface Receipts {
  url(order: string, language?: ReceiptLanguage): string;
  /** What was paid for; nothing of an order of the shop's own. */
  detailsOf(order: string): Promise<ReceiptDetails>;
  receipt(payment: PaidPayment, details?: ReceiptDetails & { language?: ReceiptLanguage }): Promise<Receipt>;
}

export function makeReceipts({ settings, database, links, uses }: Parts): Receipts {
  const { publicUrl, signer, storefront } = settings;

  async function detailsOf(order: string): Promise<ReceiptDetails> {
    const use = await database.read(() => uses.find(order));
    if (use === undefined) return {};
    const { code, description } = use;
    const link = code === undefined ? undefined : await database.read(() => links.find(code));
    return { description, ...(link && !isRange(link.amount) && { lines: link.lines }) };
  }

  return {
    url: (order, language) =>
      `${publicUrl}/${receiptPath(signer, order)}${language === undefined ? "" : `?lang=${language}`}`,
    detailsOf,
    async receipt(payment, { language = "es", ...details } = {}) {
      return receiptOf(storefront, payment, { ...(await detailsOf(payment.order)), ...details }, language);
    },
  };
}

import type { PaymentEvent } from "@ventanilla/express";
import type { Language } from "../language.ts";
import type { Parts } from "../parts.ts";
import { type PaidPayment, type Receipt, type ReceiptDetails, receiptOf } from "./receipt.ts";
import { receiptPath } from "./receipt-page.ts";

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

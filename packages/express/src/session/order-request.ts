import {
  ArgumentError,
  type Merchant,
  type PaymentDetails,
  type PaymentInput,
  type PaymentRequest,
  paymentRequest,
} from "@ventanilla/client";
import { orderLabel } from "../order/check-order.ts";
import type { Order } from "../order/order.ts";

/** The language of the bank's page for a buyer's language. The page has Spanish and English. */
export const bankLanguage = (language: string): "es" | "en" => (/^en\b/i.test(language) ? "en" : "es");

/** What the router itself knows of a payment, besides what `order()` answers. */
type Known = Omit<PaymentInput, keyof Order> & Pick<PaymentInput, "amount" | "tax">;

/**
 * Builds the payment request of an order.
 * @throws ArgumentError naming the field as `order()` wrote it, `order("A-1").avs: …`, and what was expected
 */
export function orderRequest(merchant: Merchant, id: string, order: Order, known: Known): PaymentRequest {
  const { buyer, avs, batchId, transactionKind, threeRiIndicator } = order;
  // A detail that is missing here would never reach the bank.
  const details = { avs, batchId, transactionKind, threeRiIndicator } satisfies Record<keyof PaymentDetails, unknown>;
  try {
    return paymentRequest(merchant, { ...known, buyer, ...details });
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const message = error.message.replace(/(?<=^|; )payment(?=\.)/g, () => orderLabel(id));
    throw new ArgumentError(message, { cause: error });
  }
}

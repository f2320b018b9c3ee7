import { type AttemptEvent, type Payments, ventanilla } from "@ventanilla/express";
import { buyerOf } from "./buyer.ts";
import type { Orders } from "./orders.ts";
import type { Settings } from "./settings.ts";
import { texts } from "./texts.ts";

// Connects the shop to the bank: what an order costs, and what happens once it is paid.
export function createPayments({ publicUrl, gateway, merchant, encryptionKeys }: Settings, orders: Orders): Payments {
  return ventanilla({
    publicUrl: `${publicUrl}/payments`,
    gateway,
    merchant,
    storefront: { name: texts.shop, contact: { href: "tel:+18095550100", label: "809-555-0100" } },
    store: orders.store,
    encryptionKeys,
    async order(id, request) {
      const order = await orders.find(id);
      // Buyers pay only their own orders. Without a request the router asks whether the amount is still the same.
      if (!order || (request && buyerOf(request) !== order.buyer)) return undefined;
      return {
        id: order.id,
        amount: { minor: order.total, currency: "DOP" },
        tax: { minor: order.tax, currency: "DOP" },
        buyer: { email: order.email, mobilePhone: order.phone },
      };
    },
    // The order and the delivery of this event are written in one transaction: exactly once.
    onPaid: (payment, { transaction }) => orders.markPaid(payment, transaction),
    onUnknown: askTheBank,
    onUnconfirmed: askTheBank,
    onReview: askTheBank,
  });
}

// A person asks the bank whether the buyer was charged. Until then nothing is shipped, and the order cannot be paid again.
function askTheBank({ order, attempt }: AttemptEvent): void {
  console.warn(`Order ${order}: a person has to ask the bank. npm run ventanilla -- inspect ${attempt}`);
}

import { type AlertHook, type Payments, ventanilla } from "@ventanilla/express";
import type { Store } from "@ventanilla/express/store";
import { merchant, storefront } from "./merchant.ts";
import { type Orders, productOf } from "./orders.ts";
import { knownBuyer } from "./visit.ts";

/** The addresses, files and orders that the shop's payments need. */
export interface PaymentsSetup {
  /** The shop as the buyer's browser sees it: `http://localhost:3000`. */
  publicUrl: string;
  /** The session API, called by the server, and the payment page, opened by the browser. */
  bank: { sessionApiUrl: string; gatewayUrl: string };
  /** Where the payments are kept. */
  store: Store;
  /** 32 random bytes in base64, see `key.ts`. */
  encryptionKey: string;
  /** In the same database as the store. */
  orders: Orders;
  /** Tells the staff of an alert. */
  onAlert: AlertHook;
}

/** Connects the shop to the bank: who sells, what an order costs, and what happens once it is paid. */
export function createPayments({ publicUrl, bank, store, encryptionKey, orders, onAlert }: PaymentsSetup): Payments {
  return ventanilla({
    publicUrl: `${publicUrl}/payments`,
    gateway: bank,
    merchant,
    storefront,
    store,
    encryptionKeys: [encryptionKey],
    order(id, request) {
      const order = orders.find(id);
      // Buyers pay only their own orders. Without a request the router asks whether the amount is still the same.
      if (!order || (request && knownBuyer(request.headers.cookie) !== order.buyer)) return undefined;
      return {
        id: order.id,
        amount: { minor: order.total, currency: "DOP" },
        tax: { minor: order.tax, currency: "DOP" },
        product: productOf(order),
        buyer: { email: order.email, mobilePhone: order.phone },
        installments: order.installments,
      };
    },
    // The order and the delivery of this event are written in one transaction: exactly once.
    onPaid: (payment, { transaction }) => orders.markPaid(payment, transaction),
    // The staff asks the bank, and decides in the counter. Nothing is shipped until then.
    onAlert,
    counterUrl: `${publicUrl}/staff/payments`,
  });
}

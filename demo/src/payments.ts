import { type Options, type Payments, sqliteStore, ventanilla } from "@ventanilla/express";
import type { Orders } from "./orders.ts";
import { knownBuyer } from "./visit.ts";

/** Where the shop, the bank and the payments' own records are. */
export interface PaymentsSetup {
  /** The shop as the buyer's browser sees it: `http://localhost:3000`. */
  publicUrl: string;
  /** The session API, asked by the server, and the payment page, opened by the browser. */
  bank: { sessionApiUrl: string; gatewayUrl: string };
  /** SQLite file of the payment attempts. */
  file: string;
  /** 32 random bytes in base64, see `key.ts`. */
  encryptionKey: string;
  orders: Orders;
}

/** Who sells. */
export const merchant: Options["merchant"] = {
  number: "349000000",
  terminal: "58585858",
  acquirer: "349",
  type: "5499",
  name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
};

/** Everything that joins the shop to the bank: who sells, what an order costs, and what happens once it is paid. */
export function createPayments({ publicUrl, bank, file, encryptionKey, orders }: PaymentsSetup): Payments {
  return ventanilla({
    publicUrl: `${publicUrl}/payments`,
    gateway: bank,
    merchant,
    store: sqliteStore(file),
    encryptionKeys: [encryptionKey],
    order(id, request) {
      const order = orders.find(id);
      // A visitor pays their own orders; without a request the router itself asks, whether the amount is still the same.
      if (!order || (request && knownBuyer(request.headers.cookie) !== order.buyer)) return undefined;
      return {
        amount: { minor: order.total, currency: "DOP" },
        tax: { minor: order.tax, currency: "DOP" },
        buyer: { email: order.email, mobilePhone: order.phone },
        installments: order.installments,
      };
    },
    onPaid: (payment) => orders.markPaid(payment),
    // The staff asks the bank, and answers with `npx ventanilla resolve`. Nothing is shipped meanwhile.
    onReview: ({ order, mismatch, code }) =>
      console.warn(`order ${order} needs a person: ${mismatch?.join(", ") ?? `code ${code}`}`),
  });
}

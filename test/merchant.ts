import type { Merchant, PaymentInput } from "@ventanilla/client";

/** The merchant of the tests. */
export const merchant = {
  number: "349000000",
  terminal: "58585858",
  acquirer: "349",
  type: "5999",
  name: { owner: "TIENDA DEMO", city: "SANTO DOMINGO", country: "DO" },
} as const satisfies Merchant;

/** Encrypts what the merchant's router keeps. */
export const encryptionKey: string = "00112233445566778899aabbccddeeff".repeat(2);

/** Pesos, given in centavos. */
export const pesos = (minor: number) => ({ minor, currency: "DOP" }) as const;

/** A payment at that merchant: 2,950.00 pesos, tax included. */
export const payment: PaymentInput = {
  orderId: "A-1",
  transactionId: "000042",
  amount: pesos(295_000),
  tax: pesos(45_000),
  returnUrl: "http://shop.localhost:3000/return",
  cancelUrl: "http://shop.localhost:3000/cancel",
  language: "es",
  clientIp: "127.0.0.1",
  buyer: { email: "ana@example.com", mobilePhone: "8095550123" },
};

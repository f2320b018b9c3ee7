import { type PaymentRequest, paymentRequest } from "@ventanilla/client";
import { merchant } from "../merchant.ts";

/** What a shop sends to create a session. */
export const request: PaymentRequest = paymentRequest(merchant, {
  orderId: "A-1001",
  transactionId: "100001",
  amount: { minor: 295_000, currency: "DOP" },
  tax: { minor: 45_000, currency: "DOP" },
  returnUrl: "https://shop.example/payments/return/x",
  cancelUrl: "https://shop.example/payments/cancel/x",
  language: "es",
  clientIp: "127.0.0.1",
  buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
});

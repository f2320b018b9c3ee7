import { type PaymentRequest, paymentRequest } from "@ventanilla/client";

/** What a shop sends to create a session. */
export const request: PaymentRequest = paymentRequest(
  {
    number: "349000000",
    terminal: "58585858",
    acquirer: "349",
    type: "5999",
    name: { owner: "TIENDA", city: "SANTO DOMINGO", country: "DO" },
  },
  {
    orderId: "A-1001",
    transactionId: "100001",
    amount: { minor: 295_000, currency: "DOP" },
    tax: { minor: 45_000, currency: "DOP" },
    returnUrl: "https://shop.example/payments/return/x",
    cancelUrl: "https://shop.example/payments/cancel/x",
    language: "es",
    clientIp: "127.0.0.1",
    buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
  },
);

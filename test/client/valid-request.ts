import type { PaymentInput, PaymentRequest } from "@ventanilla/client";
import { payment as examplePayment, merchant } from "../merchant.ts";

export { merchant };

export const payment: PaymentInput = {
  ...examplePayment,
  orderId: "A-1042",
  returnUrl: "https://shop.example/payments/return/abc",
  cancelUrl: "https://shop.example/payments/cancel/abc",
  clientIp: "203.0.113.7",
  buyer: { email: "ana@example.do", mobilePhone: "+18095551234" },
};

const purchase = {
  Amount: "000000295000",
  CurrencyCode: "214",
  Tax: "000000045000",
  MerchantNumber: "349000000",
  MerchantTerminal: "58585858",
  ReturnUrl: payment.returnUrl,
  CancelUrl: payment.cancelUrl,
  PageLanguaje: "ESP",
  TransactionId: "000042",
  Ipclient: "203.0.113.7",
  AcquiringInstitutionCode: "349",
  OrdenID: "A-1042",
  MerchantName: "TIENDA DEMO           SANTO DOMINGO   DO",
} as const;

const buyer = {
  "3DS_email": "ana@example.do",
  "3DS_mobilePhone": "+18095551234",
  "3DS_workPhone": "",
  "3DS_homePhone": "",
  "3DS_billAddr_line1": "",
  "3DS_billAddr_line2": "",
  "3DS_billAddr_line3": "",
  "3DS_billAddr_city": "",
  "3DS_billAddr_state": "",
  "3DS_billAddr_country": "",
  "3DS_billAddr_postCode": "",
} as const;

/** The least request of each TransactionType. */
export const minimalRequests = {
  "0200": { TransactionType: "0200", ...purchase, ...buyer },
  "0100": { TransactionType: "0100", ...purchase, ...buyer },
  "2240": {
    TransactionType: "2240",
    ...purchase,
    TxToken: "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b",
    RetrivalReferenceNumber: "632512345678",
    CreditcardNumber: "411111______1111",
    AuthorizationCode: "00551Z",
    expdate_month: "",
    expdate_year: "",
    RemoteResponseCode: "",
  },
} as const satisfies Record<string, PaymentRequest>;

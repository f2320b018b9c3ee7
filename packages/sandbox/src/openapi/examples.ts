import type { RestOperation, TransactionType } from "@ventanilla/client/wire";

const sale = {
  TransactionType: "0200",
  Amount: "000000295000",
  CurrencyCode: "214",
  Tax: "000000045000",
  MerchantNumber: "349000000",
  MerchantTerminal: "58585858",
  ReturnUrl: "https://shop.example/payments/return",
  CancelUrl: "https://shop.example/payments/cancel",
  PageLanguaje: "ESP",
  TransactionId: "000042",
  Ipclient: "190.80.1.20",
  AcquiringInstitutionCode: "349",
  OrdenID: "A-1041",
  MerchantName: "TIENDA DEMO           SANTO DOMINGO   DO",
  MerchantType: "5999",
};
const buyer = {
  "3DS_email": "ana@example.com",
  "3DS_mobilePhone": "8095550123",
  "3DS_workPhone": "",
  "3DS_homePhone": "",
  "3DS_billAddr_line1": "Calle El Conde 101",
  "3DS_billAddr_line2": "",
  "3DS_billAddr_line3": "",
  "3DS_billAddr_city": "Santo Domingo",
  "3DS_billAddr_state": "01",
  "3DS_billAddr_country": "DO",
  "3DS_billAddr_postCode": "10210",
};

/** A complete payment request of each TransactionType. */
export const paymentExamples: Record<TransactionType, Readonly<Record<string, string>>> = {
  "0200": { ...sale, ...buyer },
  "0100": { ...sale, ...buyer, TransactionType: "0100", TransactionId: "000043", OrdenID: "H-9" },
  "2240": {
    ...sale,
    TransactionType: "2240",
    TransactionId: "000044",
    OrdenID: "H-9",
    TxToken: "txn-5f0c2a9be1d84a3c9e7b6d2f1a0c4e8b",
    expdate_month: "",
    expdate_year: "",
    RemoteResponseCode: "00",
    RetrivalReferenceNumber: "639201122334",
    CreditcardNumber: "476134______0050",
    AuthorizationCode: "204518",
  },
};

const key = "8d0f4f1f6bb14a6f9b1c0f3e2a7d5c61";
const reference = "txn-0b9d5c7e3f1a4826b5d8c0e2f4a69173";
const merchant = { "idempotency-key": key, "merchant-id": "349000000", "terminal-id": "58585858" };
const card = { environment: "Ecommerce", "card-number": "4761340000000050", "expiration-date": "11/49", cvv: "123" };
const trace = { "client-ip": "190.80.1.20", "invoice-number": "POS-77", "reference-number": "77" };

/**
 * A complete request of each REST operation. The key, the references and the approval code are those of another answer:
 * replace them with your own before you send an example.
 */
export const restExamples: Record<RestOperation, Readonly<Record<string, string>>> = {
  sale: { ...merchant, ...card, amount: "1180.00", tax: "180.00", currency: "214", ...trace },
  void: { token: "shop-1", ...merchant, amount: "1180.00", currency: "214", pnRef: reference },
  checkIn: { ...merchant, ...card, amount: "15000.00", tip: "0.00", currency: "214", ...trace },
  checkOut: {
    token: "shop-1",
    ...merchant,
    environment: "Ecommerce",
    amount: "12500.00",
    itbis: "1906.78",
    "client-ip": "190.80.1.20",
    "reference-number": "77",
    "approval-code": "204518",
    txToken: reference,
  },
  refund: {
    token: "shop-1",
    ...merchant,
    amount: "500.00",
    currency: "214",
    ...trace,
    operation: "refund",
    txToken: reference,
  },
};

const answered = {
  "idempotency-key": key,
  "response-code": "00",
  "internal-response-code": "0000",
  "response-code-desc": "Transaction Approved",
  "response-code-source": "gw",
};

/** What each REST operation answers when it went well. */
export const restAnswers: Record<RestOperation, Readonly<Record<string, string>>> = {
  sale: { ...answered, "approval-code": "204518", pnRef: reference },
  void: { ...answered, "approval-code": "204518", pnRef: reference },
  checkIn: { ...answered, "approval-code": "204518", txToken: reference },
  checkOut: { ...answered, "approval-code": "204518", txToken: reference },
  refund: { ...answered, "approval-code": "204518", pnRef: reference },
};

/** The created session, in both forms that occur. */
export const sessionAnswers = {
  live: {
    SESSION: "sess-4f1d0c9b8a7e6d5c4b3a29180f7e6d5c",
    "session-key": "b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184",
  },
  document: {
    SESSION: "8E2B1F4C-6A3D-4D5E-9B7A-1C0F2E3D4B5A",
    "session-key": "b1946ac92492d2347c6235b4d2611184b1946ac9",
  },
};

/** A finished result, as live services spell it and as the contract does. */
export const resultAnswers = {
  live: {
    ResponseCode: "00",
    TransactionId: "000042",
    TransactionID: "000042",
    OrdenID: "A-1041",
    RemoteResponseCode: "00",
    AuthorizationCode: "204518",
    RetrivalReferenceNumber: "639201122334",
    CreditCardNumber: "476134______0050",
    TxToken: "txn-5f0c2a9be1d84a3c9e7b6d2f1a0c4e8b",
    SESSION: "0c2f7be4-8a0d-4f43-8f0c-2b9e7d1a6c35",
  },
  document: {
    CreditCardNumber: "476134******0050",
    ResponseCode: "00",
    AuthorizationCode: "204518",
    RetrievalReferenceNumber: "639201122334",
    OrdenID: "A-1041",
    TransactionId: "000042",
    TxToken: "txn-5f0c2a9be1d84a3c9e7b6d2f1a0c4e8b0a1b",
    RemoteResponseCode: "00",
  },
};

import { runAddresses } from "./run-addresses.ts";
import { test as base } from "./test.ts";

/** A bank of a test's own and what a shop does with it. */
export type Bank = {
  url: string;
  createSession(fields: Record<string, string>): Promise<Response>;
  sale(invoice: string, more?: Record<string, string>): Promise<void>;
};

/** A test with a bank of its own. */
export const test = base.extend<{ bank: Bank }>({
  // Playwright wants a pattern here, be it of one fixture that nobody needs.
  bank: async ({ browserName: _ }, use) => {
    const url = await (await fetch(runAddresses().banks, { method: "POST" })).text();
    const send = (path: string, body?: object) =>
      fetch(url + path, { method: "POST", ...(body && { body: JSON.stringify(body) }) });
    await use({
      url,
      createSession: (fields) => send("/sessions", { ...request, ...fields }),
      async sale(invoice, more) {
        const key = await (await send("/api/payment/idenpotency-keys")).text();
        await send("/api/payment/transactions/sales", {
          ...sale,
          "idempotency-key": key,
          "invoice-number": invoice,
          ...more,
        });
      },
    });
  },
});

const request = {
  TransactionType: "0200",
  Amount: "000000295000",
  CurrencyCode: "214",
  Tax: "000000045000",
  MerchantNumber: "349000000",
  MerchantTerminal: "58585858",
  ReturnUrl: "http://shop.localhost/return",
  CancelUrl: "http://shop.localhost/cancel",
  PageLanguaje: "ESP",
  TransactionId: "000042",
  Ipclient: "127.0.0.1",
  AcquiringInstitutionCode: "349",
  MerchantName: "TIENDA DEMO           SANTO DOMINGO   DO",
  "3DS_email": "ana@example.com",
  "3DS_mobilePhone": "8095550123",
};
const sale = {
  "merchant-id": "349000000",
  "terminal-id": "58585858",
  environment: "Ecommerce",
  "card-number": "4761340000000050",
  "expiration-date": "11/49",
  cvv: "123",
  amount: "1180.00",
  currency: "214",
  "client-ip": "127.0.0.1",
  "reference-number": "1",
};

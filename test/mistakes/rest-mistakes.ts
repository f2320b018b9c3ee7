import { checkIn, checkOut, openRest, refund, sale, voidTransaction } from "@ventanilla/client/rest";
import {
  checkOutOf,
  type Desk,
  follow,
  forced,
  merchant,
  newKey,
  operate,
  pesos,
  post,
  refundOf,
  saleRequest,
  sold,
  wireSale,
} from "./desk.ts";
import type { Mistake } from "./mistake.ts";

/** A sale with something wrong, sent by both; Default of `wire`: the same changes. */
const field = (mistake: string, name: string, changes: object, wire: object = changes): Mistake => ({
  mistake,
  names: { client: name, sandbox: `"${name}"` },
  client: ({ rest }) => sale(rest, forced({ ...saleRequest, ...changes })),
  raw: (desk) => sold(desk, wire),
});

/** What a sale of the client's is named by afterwards. */
async function paid({ rest }: Desk): Promise<{ "idempotency-key": string; pnRef: string }> {
  const { "idempotency-key": key = "", pnRef = "" } = await sale(rest, saleRequest);
  return { "idempotency-key": key, pnRef };
}

const refundFields = { "invoice-number": "F-1", "client-ip": "127.0.0.1", "reference-number": "R-2" };

export const names: readonly Mistake[] = [
  field("`merchantid` without its hyphen", "merchant-id", { merchantid: "349000000" }),
  field("`OrdenID` in a REST operation", "invoice-number", { OrdenID: "A-1" }),
  field("`pan`", "card-number", { pan: "4761340000000050", "card-number": undefined }),
];

export const values: readonly Mistake[] = [
  field("a REST amount as the page writes it, padded with zeros: booked a hundred times too large", "amount", {
    amount: "000000295000",
  }),
  field("an amount with a thousands separator", "amount", { amount: "2,950.00" }),
  field("an expiry with four digits of the year", "expiration-date", { "expiration-date": "11/2029" }),
  field("an unknown environment", "environment", { environment: "Web" }),
  field("a real card", "card-number", { "card-number": "4539148803436467" }),
  {
    mistake: "a form instead of JSON to a REST operation",
    names: { sandbox: "expected a JSON object" },
    client: "the client makes the body",
    raw: (desk) => post(desk, "/api/payment/transactions/sales", "amount=2950.00", "application/x-www-form-urlencoded"),
  },
];

export const keys: readonly Mistake[] = [
  field("an idempotency key of one's own making", "idempotency-key", { "idempotency-key": "order-1" }),
  {
    mistake: "one idempotency key for two sales",
    names: { client: "SaleRequest.idempotency-key", sandbox: "its own idempotency-key" },
    client: async ({ rest }) => {
      const { "idempotency-key": key = "" } = await sale(rest, saleRequest);
      return sale(rest, { ...saleRequest, "idempotency-key": key, amount: pesos(500), "invoice-number": "F-2" });
    },
    raw: async (desk) => {
      const first = await sold(desk);
      return sold(desk, { "idempotency-key": first["idempotency-key"], amount: "5.00", "invoice-number": "F-2" });
    },
  },
  {
    mistake: "a void with a new key instead of the sale's",
    names: { client: "response-code 25", sandbox: '"idempotency-key"' },
    client: async (desk) => {
      const { pnRef } = await paid(desk);
      const other = await paid(desk);
      return voidTransaction(desk.rest, { ...other, pnRef, amount: pesos(295_000) });
    },
    raw: async (desk) => {
      const first = await sold(desk);
      return operate(desk, "voids", follow(first, { pnRef: first.pnRef, "idempotency-key": await newKey(desk) }));
    },
  },
  {
    mistake: "a refund without a bearer token",
    names: { client: "rest.bearerToken", sandbox: '"Authorization"' },
    client: async ({ sandbox }) => {
      const rest = openRest({ baseUrl: sandbox.url, merchantId: merchant.number, terminalId: merchant.terminal });
      try {
        return await refund(rest, {
          "idempotency-key": "k",
          txToken: "t",
          amount: pesos(100),
          ...refundFields,
        });
      } finally {
        await rest.close();
      }
    },
    raw: async (desk) => post(desk, "/api/payment/transactions/refund", refundOf(await sold(desk))),
  },
];

export const order: readonly Mistake[] = [
  {
    mistake: "a void of a part of the sale",
    names: { client: "response-code 13", sandbox: '"amount"' },
    client: async (desk) => voidTransaction(desk.rest, { ...(await paid(desk)), amount: pesos(100) }),
    raw: async (desk) => {
      const first = await sold(desk);
      return operate(desk, "voids", follow(first, { pnRef: first.pnRef, amount: "1.00" }));
    },
  },
  {
    mistake: "a void after the batch has closed",
    names: { client: "response-code 77", sandbox: "the batch with the sale of F-1" },
    client: async (desk) => {
      const first = await paid(desk);
      desk.sandbox.clock.advance(12 * 3_600_000);
      return voidTransaction(desk.rest, { ...first, amount: pesos(295_000) });
    },
    raw: async (desk) => {
      const first = await sold(desk);
      desk.sandbox.clock.advance(12 * 3_600_000);
      return operate(desk, "voids", follow(first, { pnRef: first.pnRef }));
    },
  },
  {
    mistake: "a void of a sale that was declined",
    names: { client: "response-code 12", sandbox: "expected one that is approved" },
    client: async (desk) => {
      const { "idempotency-key": key = "", pnRef = "" } = await sale(desk.rest, {
        ...saleRequest,
        "card-number": "4761340000001512",
      });
      return voidTransaction(desk.rest, { "idempotency-key": key, pnRef, amount: pesos(295_000) });
    },
    raw: async (desk) => {
      const no = await sold(desk, { "card-number": "4761340000001512" });
      return operate(desk, "voids", follow(no, { pnRef: no.pnRef }));
    },
  },
  {
    mistake: "a refund of more than the sale",
    names: { client: "response-code 13", sandbox: '"amount"' },
    client: async (desk) => {
      const { "idempotency-key": key, pnRef } = await paid(desk);
      return refund(desk.rest, { "idempotency-key": key, txToken: pnRef, amount: pesos(300_000), ...refundFields });
    },
    raw: async (desk) => operate(desk, "refund", refundOf(await sold(desk), { amount: "3000.00" })),
  },
  {
    mistake: "a second refund of the rest",
    names: { client: "RefundRequest.idempotency-key", sandbox: "a refund is done once" },
    client: async (desk) => {
      const { "idempotency-key": key, pnRef } = await paid(desk);
      const of = { "idempotency-key": key, txToken: pnRef, ...refundFields };
      await refund(desk.rest, { ...of, amount: pesos(100_000) });
      return refund(desk.rest, { ...of, amount: pesos(195_000) });
    },
    raw: async (desk) => {
      const first = await sold(desk);
      await operate(desk, "refund", refundOf(first, { amount: "1000.00" }));
      return operate(desk, "refund", refundOf(first, { amount: "1950.00" }));
    },
  },
  {
    mistake: "a check-out of a sale",
    names: { client: "response-code 12", sandbox: "expected a check-in" },
    client: async (desk) => {
      const { "idempotency-key": key, pnRef } = await paid(desk);
      const { "client-ip": ip, "reference-number": reference } = refundFields;
      return checkOut(desk.rest, {
        "idempotency-key": key,
        txToken: pnRef,
        amount: pesos(295_000),
        itbis: pesos(0),
        environment: "Ecommerce",
        "client-ip": ip,
        "reference-number": reference,
      });
    },
    raw: async (desk) => operate(desk, "checkouts", checkOutOf(await sold(desk))),
  },
  {
    mistake: "a refund of a check-in that nobody has checked out",
    names: { client: "response-code 12", sandbox: "expected a check-out" },
    client: async ({ rest }) => {
      const held = await checkIn(rest, { ...saleRequest, tip: pesos(0) });
      if (held.finality !== "approved") throw new Error("the check-in was not approved");
      const { "idempotency-key": key = "", txToken = "" } = held;
      return refund(rest, { "idempotency-key": key, txToken, amount: pesos(100), ...refundFields });
    },
    raw: async (desk) => operate(desk, "refund", refundOf(await sold(desk, { tip: "0.00" }, "checkins"))),
  },
];

export const addresses: readonly Mistake[] = [
  {
    mistake: "`/api/payment` in the address of the REST operations",
    names: { client: "rest.baseUrl", sandbox: "POST /api/payment/transactions/sales" },
    client: ({ sandbox }) =>
      openRest({ baseUrl: `${sandbox.url}/api/payment`, merchantId: merchant.number, terminalId: merchant.terminal }),
    raw: (desk) => post(desk, "/api/payment/api/payment/transactions/sales", wireSale),
  },
  {
    mistake: "`/transaction/sale` for `/transactions/sales`",
    names: { sandbox: "POST /api/payment/transactions/sales" },
    client: "the client writes the path",
    raw: (desk) => post(desk, "/api/payment/transaction/sale", wireSale),
  },
  {
    mistake: "`idempotency-key` for `idenpotency-keys`",
    names: { sandbox: "POST /api/payment/idenpotency-keys" },
    client: "the client writes the path",
    raw: (desk) => post(desk, "/api/payment/idempotency-key"),
  },
];

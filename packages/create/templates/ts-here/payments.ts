import { type Options, type Payments, ventanilla } from "@ventanilla/express";
import type { Store } from "@ventanilla/express/store";

// What an order costs: from your database, never from the browser. Undefined: there is no such order, or the buyer who
// sends the request is somebody else. Without a request the router asks what the order costs now.
const order: Options["order"] = async (id, request) => {
  // Return { amount: { minor: 295000, currency: "DOP" }, tax: { minor: 45000, currency: "DOP" }, buyer: { email, mobilePhone } }.
  throw new Error(`payments: order("${id}") is not written yet (asked by ${request ? "a buyer" : "the router"})`);
};

// Runs once per paid order, and again later when it throws. What it writes through the transaction, in the store's own
// database, is written together with the event's delivery, or not at all.
const onPaid: Options["onPaid"] = async (payment) => {
  // Take { transaction }, the second parameter, and call transaction.query("update orders set …", [payment.settledAt, payment.order]).
  throw new Error(`payments: onPaid("${payment.order}") is not written yet`);
};

// The router, for your app: the path of its public address is where you mount it.
export function createPayments(store: Store): Payments {
  return ventanilla({
    publicUrl: `${required("PUBLIC_URL")}/payments`,
    gateway: { sessionApiUrl: required("SESSION_API_URL"), gatewayUrl: required("GATEWAY_URL") },
    merchant: {
      number: required("MERCHANT_NUMBER"),
      terminal: required("MERCHANT_TERMINAL"),
      acquirer: required("MERCHANT_ACQUIRER"),
      type: process.env.MERCHANT_TYPE || undefined,
      // As your contract with the bank has it.
      name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
    },
    store,
    // The first key encrypts, all of them decrypt. A new one goes to the end, after a comma, and once deployed to the front.
    encryptionKeys: required("PAYMENTS_KEY").split(","),
    order,
    onPaid,
  });
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(
      `${name} is missing from the environment. .env.example explains it; node --env-file=.env reads .env.`,
    );
  }
  return value;
}

// Compiled, not run: wrong usages of the client that the compiler refuses, and the right ones that it takes.
/* oxlint-disable typescript/no-misused-spread -- what is wrong here is the point */
import {
  type Confirmation,
  confirm,
  createSession,
  type Gateway,
  type Merchant,
  openGateway,
  type PaymentInput,
  type PaymentRequest,
  parseReturn,
  paymentRequest,
  preauthorize,
  responseCode,
  type Session,
  sessionResult,
} from "@ventanilla/client";
import {
  type CheckInRequest,
  checkIn,
  checkOut,
  idempotencyKey,
  type Original,
  type OutcomeUnknownError,
  openRest,
  type Rest,
  type RestResult,
  refund,
  reverse,
  type SaleRequest,
  sale,
  voidTransaction,
} from "@ventanilla/client/rest";

declare const gateway: Gateway;
declare const merchant: Merchant;
declare const payment: PaymentInput;
declare const session: Session;
declare const confirmation: Confirmation;
declare const pageRequest: PaymentRequest;
declare const rest: Rest;
declare const request: SaleRequest;
declare const held: CheckInRequest;
declare const original: Original;
declare const failure: OutcomeUnknownError;
declare const key: string;
declare const soldAt: number;
const references = { "invoice-number": "A-1", "reference-number": "R-1", "client-ip": "203.0.113.7" } as const;
const amount = { minor: 295_000, currency: "DOP" } as const;

export async function right(): Promise<string> {
  const result: RestResult = await sale(rest, request);
  switch (result.finality) {
    case "approved":
      await reverse(rest, { ...original, pnRef: result.pnRef, at: new Date(soldAt) });
      return result["approval-code"] ?? "";
    case "declined":
      return responseCode(result["response-code"] ?? "05").es;
    case "pending":
    case "review":
      return result.contradictions.join();
  }
}

export async function again(): Promise<RestResult | undefined> {
  const { call } = failure;
  if (call.operation === "sale") return sale(rest, call.request);
  if (call.operation === "checkIn") return checkIn(rest, call.request);
  return undefined;
}

/** Amounts. */
export const amounts = [
  // @ts-expect-error an amount is not a number: 2950 of what?
  () => sale(rest, { ...request, amount: 2950 }),
  // @ts-expect-error nor the text of the wire
  () => sale(rest, { ...request, amount: "2950.00" }),
  // @ts-expect-error minor units are a number
  () => sale(rest, { ...request, amount: { minor: "295000", currency: "DOP" } }),
  // @ts-expect-error the service knows two currencies
  () => sale(rest, { ...request, amount: { minor: 295_000, currency: "EUR" } }),
  // @ts-expect-error the currency comes with the amount
  () => sale(rest, { ...request, currency: "214" }),
  // @ts-expect-error an amount has its currency
  () => paymentRequest(merchant, { ...payment, amount: { minor: 295_000 } }),
  // @ts-expect-error the tax is an amount too
  () => paymentRequest(merchant, { ...payment, tax: 18 }),
];

/** One operation's request in another. */
export const operations = [
  // @ts-expect-error a void carries no card
  () => voidTransaction(rest, { ...request, "idempotency-key": key, pnRef: "txn-1" }),
  // @ts-expect-error a refund carries no card
  () => refund(rest, { ...request, "idempotency-key": key, txToken: "txn-1" }),
  // @ts-expect-error a check-out carries no card
  () => checkOut(rest, { ...held, "idempotency-key": key, amount, itbis: amount, txToken: "txn-1" }),
  // @ts-expect-error a sale has no tip of a check-in, which is mandatory there
  () => checkIn(rest, request),
  // @ts-expect-error a void needs the sale's pnRef
  () => voidTransaction(rest, { "idempotency-key": key, amount }),
  // @ts-expect-error a refund needs the original's token
  () => refund(rest, { "idempotency-key": key, amount, ...references }),
  // @ts-expect-error a check-out needs the tax that it confirms
  () => checkOut(rest, { "idempotency-key": key, amount, environment: "Ecommerce", ...references, txToken: "txn-1" }),
  // @ts-expect-error the terminal comes from openRest
  () => sale(rest, { ...request, "terminal-id": "58585858" }),
  // @ts-expect-error a field of the page's API
  () => sale(rest, { ...request, OrdenID: "A-1" }),
];

/** The request of an unclear error: it goes back whole, or not at all. */
export const unclear = [
  // @ts-expect-error a spread leaves card and key behind: it would be a new sale
  () => failure.call.operation === "sale" && sale(rest, { ...failure.call.request }),
  // @ts-expect-error another amount is another sale
  () => failure.call.operation === "sale" && sale(rest, { ...failure.call.request, amount }),
  // @ts-expect-error nothing of it is read but its key: the card stays where it is
  () => failure.call.operation === "sale" && failure.call.request["card-number"],
  // @ts-expect-error nor is it changed
  () => failure.call.operation === "sale" && delete failure.call.request["idempotency-key"],
  // @ts-expect-error it is the request of a sale
  () => failure.call.operation === "sale" && checkIn(rest, failure.call.request),
  // @ts-expect-error and no void
  () => failure.call.operation === "sale" && voidTransaction(rest, failure.call.request),
  // @ts-expect-error which operation it was is to be looked at first
  () => sale(rest, failure.call.request),
];

/** Times. */
export const times = [
  // @ts-expect-error a number says neither seconds nor milliseconds
  () => reverse(rest, { ...original, at: soldAt }),
  // @ts-expect-error nor does a text say its time zone
  () => reverse(rest, { ...original, at: "2026-11-20" }),
];

/** Results. */
export const results = [
  // @ts-expect-error a result that may be declined has no approval to show
  async () => (await sale(rest, request))["approval-code"],
  // @ts-expect-error nor has a confirmation
  async () => (await confirm(gateway, merchant, confirmation)).AuthorizationCode,
  // @ts-expect-error nor a token to settle or to return
  async () => (await checkIn(rest, held)).txToken,
  // @ts-expect-error a promise is not a result
  () => sale(rest, request).finality === "approved",
  // @ts-expect-error finality has four values
  async () => (await sale(rest, request)).finality === "ok",
  // @ts-expect-error a code is text: 00, not 0
  async () => (await sale(rest, request))["response-code"] === 0,
  // @ts-expect-error a query may have no result yet
  async () => (await sessionResult(gateway, session)).result,
  // @ts-expect-error what the browser brought may hold no code, and proves nothing
  () => responseCode(parseReturn("").ResponseCode),
  // @ts-expect-error a confirmation returns a queried result, and nothing that a browser brought
  () => confirm(gateway, merchant, { ...payment, result: parseReturn("") }),
];

/** Calls. */
export const callsOfTheRest = [
  // @ts-expect-error a spread leaves the session key behind, as JSON does: store it by name
  async () => sessionResult(gateway, { ...(await createSession(gateway, pageRequest)) }),
  // @ts-expect-error of a pre-authorization too
  async () => sessionResult(gateway, { ...(await preauthorize(gateway, merchant, payment)) }),
  // @ts-expect-error paymentRequest makes the message of a payment
  () => createSession(gateway, payment),
  // @ts-expect-error the key belongs to the query
  () => sessionResult(gateway, session.SESSION),
  // @ts-expect-error REST operations are opened by openRest
  () => sale(gateway, request),
  // @ts-expect-error a key is awaited
  () => sale(rest, { ...request, "idempotency-key": idempotencyKey(rest) }),
  // @ts-expect-error a session API is not the REST API
  () => openRest({ sessionApiUrl: "https://bank.example" }),
  // @ts-expect-error the gateway has two addresses
  () => openGateway({ sessionApiUrl: "https://bank.example" }),
];

import {
  authorizeForm,
  confirm,
  createSession,
  paymentRequest,
  preauthorize,
  sessionResult,
  type TransactionResult,
} from "@ventanilla/client";
import {
  created,
  type Desk,
  enter,
  forced,
  form,
  merchant,
  pay,
  payment,
  pesos,
  post,
  request,
  session,
} from "./desk.ts";
import type { Mistake } from "./mistake.ts";

/** A payment request on the wire with something wrong, sent by both. */
const field = (mistake: string, name: string, changes: Readonly<Record<string, unknown>>): Mistake => ({
  mistake,
  names: { client: name, sandbox: `"${name}"` },
  client: ({ gateway }) => createSession(gateway, forced(request(changes))),
  raw: (desk) => post(desk, "/sessions", request(changes)),
});

/** A payment that `paymentRequest` refuses, and what it would be on the wire. */
const value = (
  mistake: string,
  names: Mistake["names"],
  changes: object,
  wire: Readonly<Record<string, unknown>>,
): Mistake => ({
  mistake,
  names,
  client: () => paymentRequest(merchant, { ...payment, ...changes }),
  raw: (desk) => post(desk, "/sessions", request(wire)),
});

const posted = "the client makes the body";
const pageOf = async (desk: Desk, SESSION: string): Promise<string> =>
  new URL(await enter(desk, { SESSION }), desk.sandbox.url).searchParams.get("s") ?? "";

export const names: readonly Mistake[] = [
  field("`PageLanguage`, in English as it should be", "PageLanguaje", { PageLanguage: "ESP", PageLanguaje: undefined }),
  field("`ReturnURL`", "ReturnUrl", { ReturnURL: payment.returnUrl, ReturnUrl: undefined }),
  field("`OrderNumber`, as another gateway has it", "OrdenID", {
    OrderNumber: "A-1",
    OrdenID: undefined,
    OrdenId: undefined,
  }),
  field("`Amuont`", "Amount", { Amuont: "000000295000", Amount: undefined }),
  field("`AcquirerId`", "AcquiringInstitutionCode", { AcquirerId: "349", AcquiringInstitutionCode: undefined }),
  field("`MAC`, a signature", "MAC", { MAC: "0f0f" }),
];

export const values: readonly Mistake[] = [
  value(
    "an amount with decimals, `2950.00`",
    { client: "payment.amount", sandbox: '"Amount"' },
    { amount: pesos(2950.5) },
    { Amount: "2950.00" },
  ),
  {
    mistake: "an amount that is a number: 180.00 in the program, `180` in the JSON",
    names: { client: "payment.amount", sandbox: '"Amount"' },
    client: () => paymentRequest(merchant, { ...payment, amount: forced(180) }),
    raw: (desk) => post(desk, "/sessions", request({ Amount: 180, Tax: "000000000000" })),
  },
  value(
    "an amount of zero",
    { client: "payment.amount", sandbox: '"Amount"' },
    { amount: pesos(0), tax: pesos(0) },
    { Amount: "0".repeat(12), Tax: "0".repeat(12) },
  ),
  value(
    "a tax above the amount",
    { client: "payment.tax", sandbox: '"Tax"' },
    { tax: pesos(300_000) },
    { Tax: "000000300000" },
  ),
  value(
    "the currency by its letters, `DOP` on the wire",
    { client: "payment.amount.currency", sandbox: '"CurrencyCode"' },
    { amount: { minor: 1, currency: forced("RD$") } },
    { CurrencyCode: "DOP" },
  ),
  value(
    "an order number of 27 letters",
    { client: "payment.orderId", sandbox: '"OrdenID"' },
    { orderId: "x".repeat(27) },
    { OrdenID: "x".repeat(27) },
  ),
  value(
    "a TransactionId of two digits",
    { client: "payment.transactionId", sandbox: '"TransactionId"' },
    { transactionId: "42" },
    { TransactionId: "42" },
  ),
  value(
    "a ReturnUrl without its host",
    { client: "payment.returnUrl", sandbox: '"ReturnUrl"' },
    { returnUrl: "/return" },
    { ReturnUrl: "/return" },
  ),
  value(
    "no email of the buyer",
    { client: "payment.buyer.email", sandbox: "3DS_email" },
    { buyer: { mobilePhone: "8095550123" } },
    { "3DS_email": undefined },
  ),
  value(
    "no mobile telephone of the buyer",
    { client: "payment.buyer.mobilePhone: missing", sandbox: "3DS_mobilePhone" },
    { buyer: { email: "ana@example.com" } },
    { "3DS_mobilePhone": undefined },
  ),
  {
    mistake: "`Colmado` as the name of the merchant",
    names: { client: "{ owner, city, country }", sandbox: '"MerchantName"' },
    client: () => paymentRequest({ ...merchant, name: "Colmado" }, payment),
    raw: (desk) => post(desk, "/sessions", request({ MerchantName: "Colmado" })),
  },
  {
    mistake: "`id` for the merchant's number",
    names: { client: "did you mean number?" },
    client: () => paymentRequest(forced({ ...merchant, id: "349000000" }), payment),
    raw: "on the wire it is `MerchantNumber`",
  },
  {
    mistake: "letters in the merchant number",
    names: { client: "merchant.number", sandbox: '"MerchantNumber"' },
    client: () => paymentRequest({ ...merchant, number: "MERCHANT-1" }, payment),
    raw: async (desk) => pay(desk, await session(desk, { MerchantNumber: "MERCHANT1" })),
  },
];

export const bodies: readonly Mistake[] = [
  {
    mistake: "a form instead of JSON to create a session",
    names: { sandbox: "expected a JSON object" },
    client: posted,
    raw: (desk) => form(desk, "/sessions", forced(request())),
  },
  {
    mistake: "JSON that is encoded twice",
    names: { sandbox: "expected a JSON object" },
    client: posted,
    raw: (desk) => post(desk, "/sessions", JSON.stringify(JSON.stringify(request()))),
  },
  {
    mistake: "JSON instead of a form to the payment page",
    names: { sandbox: "with the field SESSION" },
    client: "`authorizeForm` names address and field",
    raw: async (desk) => post(desk, "/authorize", { SESSION: (await session(desk)).SESSION }),
  },
  {
    mistake: "`session` as the name of the form's field",
    names: { sandbox: 'expected the field "SESSION"' },
    client: "`authorizeForm` names address and field",
    raw: async (desk) => form(desk, "/authorize", { session: (await session(desk)).SESSION }),
  },
];

export const keys: readonly Mistake[] = [
  {
    mistake: "the session-key posted as SESSION: a leak",
    names: { client: "a form with SESSION alone", sandbox: "the session-key of A-1" },
    client: async (desk) => {
      const { SESSION, "session-key": key } = await created(desk);
      const { fields } = authorizeForm(desk.gateway, forced({ SESSION, "session-key": key }));
      return `a form with ${Object.keys(fields).join(", ")} alone, made of the whole session`;
    },
    raw: async (desk) => form(desk, "/authorize", { SESSION: (await session(desk))["session-key"] }),
  },
  {
    mistake: "a result asked for with another session's key",
    names: { client: "status wrong-key", sandbox: '"sk"' },
    client: async (desk) => {
      const other = await created(desk, { orderId: "A-2", transactionId: "000043" });
      const { SESSION } = await created(desk);
      return sessionResult(desk.gateway, { SESSION, "session-key": other["session-key"] });
    },
    raw: async (desk) => fetch(`${desk.sandbox.url}/sessions/${(await session(desk)).SESSION}?sk=${"0".repeat(64)}`),
  },
  {
    mistake: "a result asked for with the SESSION that the return brought",
    names: { client: "status not-found", sandbox: "SESSION is that of the payment page" },
    client: async (desk) => {
      const made = await created(desk);
      return sessionResult(desk.gateway, {
        ...forced<object>({ "session-key": made["session-key"] }),
        SESSION: await pageOf(desk, made.SESSION),
      } as never);
    },
    raw: async (desk) => {
      const made = await session(desk);
      return fetch(`${desk.sandbox.url}/sessions/${await pageOf(desk, made.SESSION)}?sk=${made["session-key"]}`);
    },
  },
];

const { buyer: _, ...purchase } = payment;

/** The result of a pre-authorization of A-1 that is approved. */
async function authorized(desk: Desk): Promise<TransactionResult> {
  const made = await preauthorize(desk.gateway, merchant, payment);
  await pay(desk, made);
  const asked = await sessionResult(desk.gateway, made);
  if (asked.status !== "finished") throw new Error(`no result: ${asked.status}`);
  return asked.result;
}

export const order: readonly Mistake[] = [
  {
    mistake: "one TransactionId for two payments",
    names: { sandbox: '"TransactionId"' },
    client: "the client keeps no list of them: the router does",
    raw: async (desk) => {
      await session(desk);
      return session(desk, { OrdenID: "A-2", OrdenId: "A-2" });
    },
  },
  {
    mistake: "a confirmation (2240) under another order than its pre-authorization",
    names: { client: "confirmation.orderId", sandbox: '"OrdenID"' },
    client: async (desk) => {
      const confirmation = { ...purchase, orderId: "A-2", transactionId: "000043", result: await authorized(desk) };
      return confirm(desk.gateway, merchant, confirmation);
    },
    raw: async (desk) => {
      const result = await authorized(desk);
      return session(desk, {
        TransactionType: "2240",
        TransactionId: "000043",
        OrdenID: "A-2",
        OrdenId: "A-2",
        TxToken: result.TxToken,
        CreditcardNumber: result.CreditCardNumber,
        AuthorizationCode: result.AuthorizationCode,
        RetrivalReferenceNumber: result.RetrievalReferenceNumber,
        RemoteResponseCode: result.RemoteResponseCode,
      });
    },
  },
  {
    mistake: "a result asked for after 31 minutes",
    names: { client: "status not-found", sandbox: "the session of A-1 is over" },
    client: async (desk) => {
      const made = await created(desk);
      desk.sandbox.clock.advance(31 * 60_000);
      return sessionResult(desk.gateway, made);
    },
    raw: async (desk) => {
      const made = await session(desk);
      desk.sandbox.clock.advance(31 * 60_000);
      return fetch(`${desk.sandbox.url}/sessions/${made.SESSION}?sk=${made["session-key"]}`);
    },
  },
];

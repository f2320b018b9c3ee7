import type { Sandbox } from "@ventanilla/sandbox";

/** An answer of a REST operation: status, raw body, and its fields when it is JSON. */
export type Answered = { status: number; text: string; fields: Record<string, string> };

/** The fields of a sale as a merchant's server sends them, but for the key. */
export const saleFields: Readonly<Record<string, unknown>> = {
  "merchant-id": "349000000",
  "terminal-id": "58585858",
  "card-number": "4761340000000050",
  environment: "ECommerce",
  "expiration-date": "11/49",
  cvv: "123",
  amount: "1234.87",
  currency: "214",
  "invoice-number": "F-100",
  "client-ip": "127.0.0.1",
  "reference-number": "R-100",
};

/** Posts JSON to an operation's path, as written in the contract. */
export async function call(
  { url }: Sandbox,
  path: string,
  fields: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const response = await fetch(`${url}/api/payment/transactions/${path}`, {
    method: "POST",
    body: typeof fields === "string" ? fields : JSON.stringify(fields),
    headers: { "content-type": "application/json", ...headers },
  });
  const text = await response.text();
  return { status: response.status, text, fields: text.startsWith("{") ? JSON.parse(text) : {} };
}

/** A fresh idempotency key. */
export async function newKey({ url }: Sandbox): Promise<string> {
  const response = await fetch(`${url}/api/payment/idenpotency-keys`, { method: "POST" });
  return (await response.text()).replace("ikey:", "");
}

/** A sale with a fresh key, unless `fields` bring one. */
export async function sale(sandbox: Sandbox, fields: Record<string, unknown> = {}): Promise<Answered> {
  const key = fields["idempotency-key"] ?? (await newKey(sandbox));
  return call(sandbox, "sales", { ...saleFields, "idempotency-key": key, ...fields });
}

/** A check-in with a fresh key. */
export async function checkIn(sandbox: Sandbox, fields: Record<string, unknown> = {}): Promise<Answered> {
  const key = await newKey(sandbox);
  return call(sandbox, "checkins", { ...saleFields, "idempotency-key": key, tip: "0.00", ...fields });
}

/** The token that later operations name a transaction by, under whatever name it came. */
export const tokenOf = ({ fields }: Answered): string => fields.pnRef ?? fields.txToken ?? fields.trToken ?? "";

/** The response code of an answer. */
export const codeOf = ({ fields }: Answered): string | undefined => fields["response-code"];

/** What each operation on a transaction of RD$ 1,234.87 names. */
const after = ({ fields }: Answered) => ({
  token: "t-1",
  "idempotency-key": fields["idempotency-key"],
  "merchant-id": "349000000",
  amount: "1234.87",
});

/** Voids a transaction. */
export function voidOf(sandbox: Sandbox, original: Answered, fields: Record<string, unknown> = {}): Promise<Answered> {
  return call(sandbox, "voids", {
    ...after(original),
    "terminal-id": "58585858",
    currency: "214",
    pnRef: tokenOf(original),
    ...fields,
  });
}

/** Checks a check-in out. */
export function checkOut(
  sandbox: Sandbox,
  original: Answered,
  fields: Record<string, unknown> = {},
): Promise<Answered> {
  return call(sandbox, "checkouts", {
    ...after(original),
    environment: "Ecommerce",
    itbis: "0.00",
    "client-ip": "127.0.0.1",
    "reference-number": "R-101",
    "approval-code": original.fields["approval-code"],
    txToken: tokenOf(original),
    ...fields,
  });
}

/** Refunds a transaction with a fresh bearer token, unless `headers` are given. */
export function refund(
  sandbox: Sandbox,
  original: Answered,
  fields: Record<string, unknown> = {},
  headers?: Record<string, string>,
): Promise<Answered> {
  const body = {
    ...after(original),
    "terminal-id": "58585858",
    currency: "214",
    "invoice-number": "F-100",
    "client-ip": "127.0.0.1",
    "reference-number": "R-102",
    operation: "refund",
    txToken: tokenOf(original),
    ...fields,
  };
  return call(sandbox, "refund", body, headers ?? { authorization: `Bearer ${sandbox.issueToken().token}` });
}

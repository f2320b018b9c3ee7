import { createSession, type PaymentInput, paymentRequest, type Session } from "@ventanilla/client";
import { type BankAndClients, openBankAndClients, saleRequest } from "../bank-and-clients.ts";
import { merchant, payment, pesos } from "../merchant.ts";

export { merchant, payment, pesos, saleRequest };

/** Where mistakes are made: a sandbox, and the client of a shop that uses it. */
export type Desk = BankAndClients;

/** Opens a desk whose identifiers are the same in every run. */
export const openDesk = (): Promise<Desk> => openBankAndClients({ seed: 1 });

/** The payment on the wire, with changes that no rule has checked. */
export function request(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...paymentRequest(merchant, payment), ...changes };
}

/** What JavaScript, or a cast, lets through to a function that TypeScript would have refused. */
export const forced = <T>(value: unknown): T => value as T;

/** Sends JSON, or a body as it is, without the client. */
export function post(
  { sandbox }: Desk,
  path: string,
  body: unknown = "",
  type = "application/json",
): Promise<Response> {
  return fetch(sandbox.url + path, {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
    redirect: "manual",
  });
}

/** Creates a session without the client. */
export async function session(desk: Desk, changes: Readonly<Record<string, unknown>> = {}): Promise<Session> {
  return forced<Session>(await (await post(desk, "/sessions", request(changes))).json());
}

/** A form, as a browser posts it. */
export function form(desk: Desk, path: string, fields: Record<string, string>): Promise<Response> {
  return post(desk, path, new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded");
}

/** Posts SESSION to the payment page; gives the page's address. */
export async function enter(desk: Desk, { SESSION }: Pick<Session, "SESSION">): Promise<string> {
  return (await form(desk, "/authorize", { SESSION })).headers.get("location") ?? "";
}

/** Pays a session on its page. */
export async function pay(desk: Desk, of: Pick<Session, "SESSION">, number = "4761340000000050"): Promise<void> {
  await form(desk, await enter(desk, of), { number, expiry: "11/29", cvv: "123", action: "pay" });
}

/** Creates a session with the client. */
export const created = ({ gateway }: Desk, changes: Partial<PaymentInput> = {}): Promise<Session> =>
  createSession(gateway, paymentRequest(merchant, { ...payment, ...changes }));

/** What a REST operation answers, without the client. */
export async function operate(desk: Desk, path: string, fields: object): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${desk.sandbox.issueToken().token}` };
  const response = await fetch(`${desk.sandbox.url}/api/payment/transactions/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(fields),
  });
  return forced<Record<string, string>>(await response.json());
}

/** A fresh idempotency key, without the client. */
export async function newKey(desk: Desk): Promise<string> {
  return (await (await post(desk, "/api/payment/idenpotency-keys")).text()).replace("ikey:", "");
}

/** The fields of a sale on the wire. */
export const wireSale = {
  "merchant-id": merchant.number,
  "terminal-id": merchant.terminal,
  ...saleRequest,
  amount: "2950.00",
  currency: "214",
};

/** What a void, check-out or refund of a transaction says on the wire. */
export const follow = (of: Record<string, string>, changes: object = {}): object => ({
  token: "t-1",
  "idempotency-key": of["idempotency-key"],
  "merchant-id": merchant.number,
  "terminal-id": merchant.terminal,
  amount: "2950.00",
  currency: "214",
  ...changes,
});

/** A sale, or a check-in, without the client. */
export async function sold(desk: Desk, changes: object = {}, path = "sales"): Promise<Record<string, string>> {
  return operate(desk, path, { ...wireSale, "idempotency-key": await newKey(desk), ...changes });
}

/** What a refund says besides `follow`. */
export const refundOf = (of: Record<string, string>, changes: object = {}): object =>
  follow(of, {
    "invoice-number": "F-1",
    "client-ip": "127.0.0.1",
    "reference-number": "R-2",
    operation: "refund",
    txToken: of.txToken ?? of.pnRef,
    ...changes,
  });

/** What a check-out says besides `follow`. */
export function checkOutOf(of: Record<string, string>, changes: object = {}): object {
  const { currency: _, ...fields } = { ...follow(of), currency: undefined };
  return {
    ...fields,
    environment: "Ecommerce",
    itbis: "0.00",
    "client-ip": "127.0.0.1",
    "reference-number": "R-2",
    txToken: of.txToken ?? of.pnRef,
    ...changes,
  };
}

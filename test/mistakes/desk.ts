import {
  createSession,
  type Gateway,
  openGateway,
  type PaymentInput,
  paymentRequest,
  type Session,
} from "@ventanilla/client";
import { openRest, type Rest, type SaleRequest } from "@ventanilla/client/rest";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import { merchant, payment } from "../merchant.ts";

export { merchant, payment };

/** Where mistakes are made: a sandbox, and the client of a shop that uses it. */
export type Desk = { sandbox: Sandbox; gateway: Gateway; rest: Rest; close(): Promise<void> };

// A morning in Santo Domingo: no batch closes meanwhile, and no card expires.
const morning = Date.UTC(2026, 10, 20, 13);

export const pesos = (minor: number) => ({ minor, currency: "DOP" }) as const;

/** Opens a desk whose clock stands, and whose identifiers are the same in every run. */
export async function openDesk(): Promise<Desk> {
  const sandbox = await createSandbox({ now: () => morning, seed: 1 });
  const gateway = openGateway({ sessionApiUrl: sandbox.url, gatewayUrl: sandbox.url });
  const rest = openRest({
    baseUrl: sandbox.url,
    merchantId: merchant.number,
    terminalId: merchant.terminal,
    bearerToken: () => sandbox.issueToken().token,
    now: () => sandbox.clock.now(),
  });
  return {
    sandbox,
    gateway,
    rest,
    async close() {
      await sandbox.close();
      await Promise.all([gateway.close(), rest.close()]);
    },
  };
}

/** The payment on the wire, with changes that no rule has checked. */
export function request(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...paymentRequest(merchant, payment), ...changes };
}

/** A right sale, as the client takes it. */
export const saleRequest = {
  "card-number": "4761340000000050",
  "expiration-date": "11/29",
  cvv: "123",
  environment: "Ecommerce",
  amount: pesos(295_000),
  "invoice-number": "F-1",
  "client-ip": "127.0.0.1",
  "reference-number": "R-1",
} as const satisfies SaleRequest;

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

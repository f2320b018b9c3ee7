import assert from "node:assert/strict";
import type { Operation } from "./contract-tables.ts";
import { bearerToken } from "./control.ts";
import { call, postJson, type Raw, textOf } from "./raw-http.ts";
import type { Target } from "./target.ts";

/** A REST request body: fields by their names on the wire. Undefined leaves a field out. */
export type Fields = Readonly<Record<string, unknown>>;

/** An approved transaction that another one refers to: what was sent and what came back. */
export interface Original {
  sent: Fields;
  answer: Raw;
}

/** The path of each operation (contract §4.1). */
export const paths: Readonly<Record<Operation, string>> = {
  Sale: "/api/payment/transactions/sales",
  Void: "/api/payment/transactions/voids",
  CheckIn: "/api/payment/transactions/checkins",
  CheckOut: "/api/payment/transactions/checkouts",
  Refund: "/api/payment/transactions/refund",
};

let invoices = Date.now() % 1_000_000;

/** Asks for an idempotency key and gives what stands after `ikey:`. */
export async function newKey(target: Target, path = "/api/payment/idenpotency-keys"): Promise<string> {
  const answer = await call("POST", target.rest + path, undefined, { accept: "text/plain" });
  const [, key] = /^ikey:(\S+)$/.exec(answer.text.trim()) ?? [];
  assert.ok(key, `expected ikey:<key>, got ${answer.status} ${answer.text}`);
  return key;
}

/** Sends one operation with exactly these fields; a refund carries a bearer token unless `bearer` is something else. */
export async function send(target: Target, operation: Operation, fields: Fields, bearer?: string | null): Promise<Raw> {
  const token = operation !== "Refund" || bearer === null ? undefined : (bearer ?? (await bearerToken(target)));
  const headers = token === undefined ? {} : { [target.bearerHeader]: `Bearer ${token}` };
  return postJson(target.rest + paths[operation], fields, headers);
}

/** The fields that an operation needs and no more, with everything that it refers to done before. */
export async function minimalFields(target: Target, operation: Operation, original?: Original): Promise<Fields> {
  if (operation === "Sale" || operation === "CheckIn") return paymentFields(target, operation);
  const before = original ?? (await originalFor(target, operation));
  const common = {
    token: "conformance",
    "idempotency-key": before.sent["idempotency-key"],
    "merchant-id": target.merchant.number,
    amount: before.sent.amount,
  };
  if (operation === "Void") {
    return { ...common, "terminal-id": target.merchant.terminal, currency: "214", pnRef: referenceOf(before.answer) };
  }
  const client = { "client-ip": "127.0.0.1", "reference-number": `R${++invoices}`, txToken: tokenOf(before.answer) };
  if (operation === "CheckOut") {
    // The letter of the contract may ask for the approval that the check-in was given; live does not.
    const approval = target.profile === "document" && { "approval-code": before.answer.json?.["approval-code"] };
    return { ...common, ...client, ...approval, environment: "Ecommerce", itbis: "0.00" };
  }
  return {
    ...common,
    ...client,
    "terminal-id": target.merchant.terminal,
    currency: "214",
    "invoice-number": `C${++invoices}`,
    operation: "refund",
  };
}

/** What `operation` refers to, done now: a check-in for a check-out, else a sale. */
export function originalFor(target: Target, operation: Operation, fields: Fields = {}): Promise<Original> {
  return approve(target, operation === "CheckOut" ? "CheckIn" : "Sale", fields);
}

/** Does a sale or a check-in that must be approved. */
export async function approve(target: Target, operation: "Sale" | "CheckIn", fields: Fields = {}): Promise<Original> {
  const sent = { ...(await paymentFields(target, operation)), ...fields };
  const answer = await send(target, operation, sent);
  approved(answer);
  return { sent, answer };
}

/** Sends an operation with its least fields, changed by `changes`. */
export async function attempt(target: Target, operation: Operation, changes: Fields = {}, original?: Original) {
  return send(target, operation, { ...(await minimalFields(target, operation, original)), ...changes });
}

/** Fails unless the answer is an approval by the platform itself, not a repetition. */
export function approved(answer: Raw): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(textOf(answer, "response-code"), "00", answer.text);
  assert.equal(textOf(answer, "response-code-source"), "gw", answer.text);
}

/** Fails if the answer says that something was done: refused by its status, or by a response code other than 00. */
export function refused(answer: Raw): void {
  const code = answer.json?.["response-code"];
  if (answer.status === 200) {
    assert.ok(code !== "00", `expected a refusal, got ${answer.text}`);
    assert.match(String(code ?? answer.json?.["internal-response-code"]), /^[0-9A-Z]{2,4}$/, answer.text);
  } else {
    assert.ok(answer.status >= 400 && answer.status < 500, `expected a refusal, got ${answer.status} ${answer.text}`);
    assert.notEqual(code, "00");
  }
}

/** Fails if the platform did something: a repetition may be answered from icache, or refused. */
export function nothingNew(answer: Raw): void {
  if (answer.status === 200 && answer.json?.["response-code-source"] === "icache") return;
  refused(answer);
}

/** Fails unless the request was refused as not valid, naming the field, in the body that live answers are known by. */
export function invalid(answer: Raw, field: string): void {
  assert.equal(answer.status, 400, `${field}: ${answer.text}`);
  assert.equal(answer.json?.["response-code"], undefined, answer.text);
  const errors = answer.json?.errors;
  assert.ok(Array.isArray(errors), answer.text);
  const named = (errors as { field?: unknown }[]).map((error) => error.field);
  assert.ok(named.includes(field), `expected ${field} among ${named.join(", ")}`);
}

/** The token of a check-in, sale or check-out, under whichever of its names it came. */
export function tokenOf({ json, text }: Raw): string {
  const token = json?.txToken ?? json?.trToken ?? json?.pnRef;
  assert.ok(typeof token === "string" && token !== "", text);
  return token;
}

/** The platform's reference of a transaction. */
function referenceOf({ json, text }: Raw): string {
  const reference = json?.pnRef ?? json?.txToken ?? json?.trToken;
  assert.ok(typeof reference === "string" && reference !== "", text);
  return reference;
}

async function paymentFields(target: Target, operation: "Sale" | "CheckIn"): Promise<Fields> {
  return {
    "idempotency-key": await newKey(target),
    "merchant-id": target.merchant.number,
    "terminal-id": target.merchant.terminal,
    "card-number": target.card.number,
    environment: "Ecommerce",
    "expiration-date": target.card.expiry,
    cvv: target.card.cvv,
    amount: "2950.00",
    "invoice-number": `C${++invoices}`,
    "client-ip": "127.0.0.1",
    "reference-number": `R${invoices}`,
    ...(operation === "Sale" ? { currency: "214" } : { tip: "0.00" }),
  };
}

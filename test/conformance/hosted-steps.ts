import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { call, postForm, postJson, type Raw, textOf } from "./raw-http.ts";
import type { Target } from "./target.ts";

/** A payment request: fields by their names on the wire. Undefined leaves a field out. */
export type Request = Readonly<Record<string, unknown>>;

/** What a creation answered. */
export interface Session {
  SESSION: string;
  key: string;
}

/** A form of the payment page: where it leads, and the fields it sends as it stands. */
export interface Form {
  action: string;
  method: string;
  fields: Record<string, string>;
  /** The names of all its inputs, selects and buttons. */
  names: readonly string[];
}

let transactions = Date.now() % 1_000_000;

/** A payment request with every field that the contract calls mandatory for a sale. */
export function paymentRequest({ merchant }: Target, changes: Request = {}): Request {
  transactions = (transactions + 1) % 1_000_000;
  const id = String(transactions).padStart(6, "0");
  return {
    TransactionType: "0200",
    Amount: "000000295000",
    CurrencyCode: "214",
    Tax: "000000045000",
    MerchantNumber: merchant.number,
    MerchantTerminal: merchant.terminal,
    ReturnUrl: "http://shop.localhost:3000/return?order=A-1&x=%26",
    CancelUrl: "http://shop.localhost:3000/cancel?order=A-1",
    PageLanguaje: "ESP",
    TransactionId: id,
    Ipclient: "127.0.0.1",
    AcquiringInstitutionCode: merchant.acquirer,
    OrdenID: `C-${id}`,
    MerchantName: merchant.name,
    MerchantType: merchant.type,
    "3DS_email": "ana@example.com",
    "3DS_mobilePhone": "8095550123",
    "3DS_workPhone": "8095550124",
    "3DS_homePhone": "8095550125",
    "3DS_billAddr_line1": "CALLE DEL SOL 1",
    "3DS_billAddr_line2": "APTO 2",
    "3DS_billAddr_line3": "GAZCUE",
    "3DS_billAddr_city": "SANTO DOMINGO",
    "3DS_billAddr_state": "01",
    "3DS_billAddr_country": "214",
    "3DS_billAddr_postCode": "10205",
    ...changes,
  };
}

/** The fields of a direct form, with the hash that guards it. */
export function directForm(target: Target, changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  const fields = paymentRequest(target, changes) as Record<string, string>;
  const { MerchantType, MerchantNumber, MerchantTerminal, TransactionId, Amount, Tax } = fields;
  const hashed = [MerchantType, MerchantNumber, MerchantTerminal, TransactionId, Amount, Tax].join("");
  return { ...fields, KeyEncriptionKey: createHash("md5").update(hashed).digest("hex") };
}

/** Posts a session creation and gives the raw answer. */
export function postSession(target: Target, request: Request): Promise<Raw> {
  return postJson(`${target.sessionApi}/sessions`, request);
}

/** Creates a session that must be created. */
export async function createSession(target: Target, changes: Request = {}): Promise<Session> {
  const answer = await postSession(target, paymentRequest(target, changes));
  assert.equal(answer.status, 200, answer.text);
  return { SESSION: textOf(answer, "SESSION"), key: textOf(answer, "session-key") };
}

/** Asks for the result. */
export function query({ sessionApi }: Target, { SESSION, key }: Session): Promise<Raw> {
  return call("GET", `${sessionApi}/sessions/${encodeURIComponent(SESSION)}?sk=${encodeURIComponent(key)}`);
}

/** Asks for a result that must be there. */
export async function result(target: Target, session: Session): Promise<Raw> {
  const answer = await query(target, session);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

/** Brings the buyer to the page by a form post to the gateway and follows where it leads. */
export async function openPage(target: Target, fields: Readonly<Record<string, string>>, path = "/authorize") {
  const address = target.gateway + path;
  return follow(address, await postForm(address, fields));
}

/** Pays a session with a card, through whatever the page asks for, and gives the form that takes the buyer back. */
export async function pay(target: Target, session: Session, number = target.card.number): Promise<Form> {
  return payOn(target, await openPage(target, { SESSION: session.SESSION }), number);
}

/** Leaves the page of a session and gives the form that takes the buyer back. */
export async function leave(target: Target, { SESSION }: Session): Promise<Form> {
  return outOf(target, await submit(await openPage(target, { SESSION }), "number", { action: "cancel" }));
}

/** Fills in the card form of an open page and goes on to the form that takes the buyer back. */
export async function payOn(target: Target, page: Page, number: string): Promise<Form> {
  return outOf(target, await enterCard(target, page, number));
}

/** Fills in the card form of an open page and gives the page after it. */
export function enterCard(target: Target, page: Page, number: string): Promise<Page> {
  const { expiry } = target.card;
  const cvv = number.length === 15 ? "1234" : "123";
  return submit(page, "number", { number, expiry, cvv, action: "pay" });
}

/** Submits the form of a page that has an input of this name, filled in, and follows where it leads. */
export async function submit({ address, text }: Page, name: string, entry: Readonly<Record<string, string>>) {
  const form = formsOf(text, address).find(({ names }) => names.includes(name));
  assert.ok(form, `expected a form with ${name}`);
  return follow(form.action, await postForm(form.action, { ...form.fields, ...entry }));
}

/** An HTML page and where it stands. */
export interface Page {
  address: string;
  status: number;
  text: string;
  headers: Headers;
}

async function follow(from: string, answer: Raw): Promise<Page> {
  let [address, at] = [from, answer];
  for (let hops = 0; hops < 5 && at.status >= 300 && at.status < 400; hops++) {
    address = new URL(at.headers.get("location") ?? "", address).href;
    at = await call("GET", address, undefined, { accept: "text/html" });
  }
  return { address, status: at.status, text: at.text, headers: at.headers };
}

/** The form of a page that leads away from the gateway. */
export function outOf(target: Target, { address, text }: Page): Form {
  const away = formsOf(text, address).find(({ action }) => !action.startsWith(`${target.gateway}/`));
  assert.ok(away, `expected a form that links to the shop in ${text.slice(0, 2000)}`);
  return away;
}

/** Every form of a page, as a browser would send it untouched. */
export function formsOf(html: string, base: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, head = "", body = ""]) => {
    const controls = [...body.matchAll(/<(input|select|button|textarea)\b([^>]*)>/g)].map(
      ([, kind = "", text = ""]) => ({
        kind,
        name: attribute(text, "name"),
        type: attribute(text, "type"),
        value: attribute(text, "value") ?? "",
        checked: /\bchecked\b/.test(text),
      }),
    );
    const fields: Record<string, string> = {};
    for (const { kind, name, type, value, checked } of controls) {
      if (name === undefined || kind !== "input") continue;
      if ((type === "radio" || type === "checkbox") && !checked) continue;
      fields[name] = value;
    }
    return {
      action: new URL(attribute(head, "action") ?? base, base).href,
      method: (attribute(head, "method") ?? "get").toLowerCase(),
      fields,
      names: controls.flatMap(({ name }) => (name === undefined ? [] : [name])),
    };
  });
}

function attribute(text: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(text) ?? [];
  return value
    ?.replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

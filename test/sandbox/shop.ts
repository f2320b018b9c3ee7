import { after } from "node:test";
import { createSandbox, type Sandbox, type SandboxOptions } from "@ventanilla/sandbox";
import { morning } from "../morning.ts";

/** A complete payment request, as a merchant's server sends it. */
export const request = {
  TransactionType: "0200",
  Amount: "000000295000",
  CurrencyCode: "214",
  Tax: "000000045000",
  MerchantNumber: "349000000",
  MerchantTerminal: "58585858",
  ReturnUrl: "http://shop.localhost:3000/return?order=A-1&x=%26",
  CancelUrl: "http://shop.localhost:3000/cancel",
  PageLanguaje: "ESP",
  TransactionId: "000042",
  Ipclient: "127.0.0.1",
  AcquiringInstitutionCode: "349",
  OrdenID: "A-1",
  MerchantName: "TIENDA DEMO           SANTO DOMINGO   DO",
  "3DS_email": "ana@example.com",
  "3DS_mobilePhone": "8095550123",
} as const satisfies Readonly<Record<string, string>>;

/** The same with every field that the contract demands, as profile `document` wants it. */
export const complete: Readonly<Record<string, string>> = {
  ...request,
  "3DS_workPhone": "8095550100",
  "3DS_homePhone": "8095550101",
  "3DS_billAddr_line1": "CALLE 1",
  "3DS_billAddr_line2": "APTO 2",
  "3DS_billAddr_line3": "PISO 3",
  "3DS_billAddr_city": "SANTO DOMINGO",
  "3DS_billAddr_state": "01",
  "3DS_billAddr_country": "DO",
  "3DS_billAddr_postCode": "10101",
};

/** A sandbox that is closed after the tests of the file; its clock stands until it is moved. */
export async function bank(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox({ now: () => morning, ...options });
  after(() => sandbox.close());
  return sandbox;
}

/** What a creation answers. */
export type Created = { SESSION: string; "session-key": string };

/** Creates a session as a merchant's server does. */
export async function create({ url }: Sandbox, fields: Record<string, unknown> = {}): Promise<Created> {
  const body = JSON.stringify({ ...request, ...fields });
  const response = await fetch(`${url}/sessions`, { method: "POST", body });
  return (await response.json()) as Created;
}

/** Asks for the result: status and raw body. */
export async function query({ url }: Sandbox, session: Created): Promise<{ status: number; body: string }> {
  const response = await fetch(`${url}/sessions/${session.SESSION}?sk=${session["session-key"]}`);
  return { status: response.status, body: await response.text() };
}

/** The fields of a result that there is. */
export async function resultOf(sandbox: Sandbox, session: Created): Promise<Record<string, string>> {
  return JSON.parse((await query(sandbox, session)).body) as Record<string, string>;
}

/** Posts a form as a browser does, without following where it leads. */
export function post(address: string, fields: Record<string, string>): Promise<Response> {
  return fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** Follows a 303 to its page. */
export function follow(response: Response): Promise<Response> {
  return fetch(new URL(response.headers.get("location") ?? "", response.url), { redirect: "manual" });
}

/** Brings a session's buyer to the page: its full address, `…/auth?s=<GUID>`. */
export async function open(sandbox: Sandbox, { SESSION }: Created): Promise<string> {
  const response = await post(`${sandbox.url}/authorize`, { SESSION });
  return new URL(response.headers.get("location") ?? "", sandbox.url).href;
}

/** The forms of a page that post elsewhere: action and hidden fields, in order. */
export function handOver(html: string): { action: string; body: string } | undefined {
  const form = /<form class="actions" method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html);
  if (!form?.[1] || !form[2]) return undefined;
  const fields = [...form[2].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    action: form[1].replaceAll("&amp;", "&"),
    body: new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, value])).toString(),
  };
}

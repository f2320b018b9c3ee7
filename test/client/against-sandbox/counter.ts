import { after } from "node:test";
import { createSession, type PaymentInput, paymentRequest, type Session } from "@ventanilla/client";
import { type SaleRequest, sale } from "@ventanilla/client/rest";
import type { Sandbox, SandboxOptions } from "@ventanilla/sandbox";
import { type BankAndClients, openBankAndClients, saleRequest } from "../../bank-and-clients.ts";
import { type Form, openPage, type Page, payOn } from "../../conformance/hosted-steps.ts";
import { merchant, payment as onePayment } from "../../merchant.ts";
import { MovedClock, moveGateway, moveRest } from "../moved-clock.ts";

export { merchant };

/** Test cards of the sandbox, by what their issuer answers. */
export const cards = {
  approved: "4761340000000050",
  declined: "4761340000001512",
  failed: "4761340000003005",
} as const;

/** A bank and the clients of a shop. */
export type Counter = Omit<BankAndClients, "close">;

/**
 * Opens a counter, closed after the tests of the file. Its clients' clock stands still, but for their own pauses; and
 * it moves to when they give up, where a fault of the bank leaves their call without an end.
 */
export async function openCounter(options: SandboxOptions = {}): Promise<Counter> {
  const counter = await openBankAndClients(options);
  const clock = new MovedClock();
  moveGateway(counter.gateway, clock);
  moveRest(counter.rest, clock);
  await onEndlessCall(counter.sandbox, () => clock.skip());
  after(() => counter.close());
  return counter;
}

const endless = /"fault (?:timeout|stalled-body|slow|result-timeout|rest-timeout-before|rest-timeout-after)"/;

/** Tells of each call that the bank has and will not answer, or not in full, or late. */
async function onEndlessCall(sandbox: Sandbox, tell: () => void): Promise<void> {
  const events = await fetch(`${sandbox.url}/control/events`);
  const listen = async () => {
    let text = "";
    for await (const more of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + more).split("\n\n");
      text = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("event: wire\n") && endless.test(line)) tell();
    }
  };
  // It ends with the bank.
  listen().catch(() => undefined);
}

/** A buyer with all that the contract has mandatory, as profile `document` wants it. */
const completeBuyer: PaymentInput["buyer"] = {
  ...onePayment.buyer,
  workPhone: "8095550124",
  homePhone: "8095550125",
  billing: {
    line1: "CALLE DEL SOL 1",
    line2: "APTO 2",
    line3: "GAZCUE",
    city: "SANTO DOMINGO",
    state: "01",
    country: "DO",
    postCode: "10205",
  },
};

let payments = 0;

/** A payment of 2,950.00 pesos with an order and transaction of its own. */
export function newPayment(changes: Partial<PaymentInput> = {}): PaymentInput {
  payments += 1;
  return {
    ...onePayment,
    buyer: completeBuyer,
    orderId: `A-${payments}`,
    transactionId: String(payments).padStart(6, "0"),
    returnUrl: `${onePayment.returnUrl}?order=1`,
    cancelUrl: `${onePayment.cancelUrl}?order=1`,
    ...changes,
  };
}

/** Creates a session and pays it as a buyer does: gives the session and the form that takes the buyer back. */
export async function buy(
  { gateway, sandbox }: Counter,
  { payment = newPayment(), number = cards.approved }: { payment?: PaymentInput; number?: string } = {},
): Promise<{ session: Session; form: Form }> {
  const session = await createSession(gateway, paymentRequest(merchant, payment));
  return { session, form: await payPage(sandbox, await openAt(sandbox, { SESSION: session.SESSION }), number) };
}

/** How often each session of an order was charged. */
export function chargesOf(sandbox: Sandbox, orderId: string): number[] {
  return sandbox.sessions().flatMap(({ order, charges }) => (order === orderId ? [charges] : []));
}

/** Posts a form to the payment page (default: `/authorize`) and follows where it leads. */
export function openAt(sandbox: Sandbox, fields: Readonly<Record<string, string>>, path = "/authorize"): Promise<Page> {
  return openPage(targetOf(sandbox), fields, path);
}

/** Fills in the card form of an open page. */
export function payPage(sandbox: Sandbox, page: Page, number: string = cards.approved): Promise<Form> {
  return payOn(targetOf(sandbox), page, number);
}

/** A sale without the fields that a check-in refuses. */
type PlainSale = SaleRequest & { operation?: undefined; pstr63?: undefined };

/** A sale of 2,950.00 pesos on an approved card. */
export function newSale(changes: Partial<PlainSale> = {}): PlainSale {
  payments += 1;
  return { ...saleRequest, "invoice-number": `A-${payments}`, "reference-number": `R-${payments}`, ...changes };
}

/** An approved sale: what another operation refers to. */
export async function sold({ rest }: Counter) {
  const request = newSale();
  const answer = await sale(rest, request);
  return {
    "idempotency-key": answer["idempotency-key"] ?? "",
    pnRef: answer.pnRef ?? "",
    amount: request.amount,
    "client-ip": "127.0.0.1",
    "invoice-number": request["invoice-number"],
    "reference-number": request["reference-number"],
  };
}

/** How often the sandbox was asked at a path. */
export function asked({ sandbox }: Counter, path: string): number {
  return sandbox.wire().filter((entry) => entry.path === path).length;
}

function targetOf({ url }: Sandbox) {
  return {
    profile: "live",
    sessionApi: url,
    gateway: url,
    rest: url,
    control: url,
    merchant: { number: "", terminal: "", name: "", type: "", acquirer: "" },
    card: { number: cards.approved, expiry: "11/29", cvv: "123" },
    bearerHeader: "authorization",
  } as const;
}

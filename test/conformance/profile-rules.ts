import { confirm, preauthorized } from "./confirmation-steps.ts";
import type { Need } from "./conform.ts";
import type { Operation } from "./contract-tables.ts";
import { inTime, moveClock } from "./control.ts";
import { createSession, directForm, paymentRequest, postSession, query, type Request } from "./hosted-steps.ts";
import { call, postForm, type Raw } from "./raw-http.ts";
import { approve, attempt, type Fields, type Original, originalFor, tokenOf } from "./rest-steps.ts";
import type { Target } from "./target.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** Something that a request may get wrong, and what the sandbox makes of it in each profile. */
export interface ProfileRule {
  /** The point of the contract, and what is wrong: the title of its test. */
  readonly rule: string;
  readonly needs: readonly Need[];
  readonly live: Verdict;
  readonly document: Verdict;
  /** Sends the request and says what became of it. */
  judge(target: Target): Promise<Verdict>;
}

const long = (bytes: number): string => "x".repeat(bytes);
const [warned, invalid]: readonly [Verdict, Verdict] = ["warned", 400];
const zero: Request = { Amount: "000000000000", Tax: "000000000000" };
const taxAbove: Request = { Tax: "000000295001" };

/** A session with something wrong in it; `field` is what a warning names. */
function session(rule: string, field: string, changes: Request, live = warned, document = invalid): ProfileRule {
  const judge = async (target: Target) =>
    verdictOf(target, await postSession(target, paymentRequest(target, changes)), field);
  return { rule: `2.2 ${rule}`, needs: ["control"], live, document, judge };
}

/** A body posted to one of the bank's addresses as it stands, refused in both profiles. */
function posted(rule: string, path: string, text: string, type: string, both: Verdict): ProfileRule {
  const judge = async (target: Target) => {
    const address = `${path === "/sessions" ? target.sessionApi : target.gateway}${path}`;
    return verdictOf(target, await call("POST", address, text, { "content-type": type }), path);
  };
  return { rule: `4.2 ${rule}`, needs: ["control"], live: both, document: both, judge };
}

function direct(
  rule: string,
  field: string,
  changes: Readonly<Record<string, string>>,
  document = invalid,
): ProfileRule {
  const judge = async (target: Target) =>
    verdictOf(target, await postForm(`${target.gateway}/authorize`, directForm(target, changes)), field);
  return { rule: `4.2 Direct form variant: ${rule}`, needs: ["control"], live: warned, document, judge };
}

/** A REST operation with something wrong in it, the same in both profiles. */
function rest(
  rule: string,
  operation: Operation,
  changes: Fields | ((target: Target) => Promise<Fields>),
  both: Verdict,
): ProfileRule {
  const needs: readonly Need[] = operation === "Refund" ? ["card", "bearer", "control"] : ["card", "control"];
  const judge = async (target: Target) => {
    const sent = typeof changes === "function" ? await changes(target) : changes;
    return verdictOf(target, await attempt(target, operation, sent), Object.keys(sent)[0] ?? "");
  };
  return { rule, needs, live: both, document: both, judge };
}

/** An operation on an original to which something has happened before. */
function follow(
  rule: string,
  operation: Operation,
  both: Verdict,
  step: (target: Target, original: Original) => Promise<Raw>,
): ProfileRule {
  const judge = async (target: Target) =>
    verdictOf(target, await step(target, await originalFor(target, operation)), "nothing");
  return { rule, needs: ["card", "bearer", "control"], live: both, document: both, judge };
}

/** A confirmation (2240) of a pre-authorization, declined in both profiles. */
function confirmation(rule: string, changes: Request, code: string, times = 1): ProfileRule {
  const judge = async (target: Target): Promise<Verdict> => {
    const values = await preauthorized(target);
    for (let i = 1; i < times; i++) await confirm(target, values, changes);
    return `declined ${String(await confirm(target, values, changes))}`;
  };
  return {
    rule: `3.4 Confirmation ${rule}`,
    needs: ["page", "control"],
    live: `declined ${code}`,
    document: `declined ${code}`,
    judge,
  };
}

const form = "application/x-www-form-urlencoded";
const json = "application/json";
const other = { terminal: "58585859", environment: "MOTO", merchant: "349000001" };
const amex: Fields = { "card-number": "376134000000052", cvv: "1234" };

/** A second session whose TransactionId the first, which lives, has already. */
const takenId: ProfileRule = {
  rule: "2.2 TransactionId: that of another session that lives",
  needs: ["control"],
  live: "warned",
  document: "warned",
  judge: async (target) => {
    await createSession(target, { TransactionId: "9Z9Z9Z" });
    return verdictOf(target, await postSession(target, paymentRequest(target, { TransactionId: "9Z9Z9Z" })), "9Z9Z9Z");
  },
};

const keyAsSession: ProfileRule = {
  rule: "4.2 Invoke payment page: with the session-key as SESSION",
  needs: ["control"],
  live: 404,
  document: 404,
  judge: async (target) => {
    const { key } = await createSession(target);
    return verdictOf(target, await postForm(`${target.gateway}/authorize`, { SESSION: key }), "session-key");
  },
};

const wrongKey: ProfileRule = {
  rule: "4.2 Query result: with another session's key",
  needs: ["control"],
  live: 400,
  document: 400,
  judge: async (target) => {
    const [{ SESSION }, { key }] = [await createSession(target), await createSession(target)];
    return verdictOf(target, await query(target, { SESSION, key }), "sk");
  },
};

/** Every rule about what goes together, and the most frequent mistakes of a field, in the order of the contract. */
export const profileRules: readonly ProfileRule[] = [
  rest("2.1 merchant-id: with letters, in a sale", "Sale", { "merchant-id": "ABC" }, "declined 03"),
  rest("2.1 card-number: 15 digits of Visa", "Sale", { "card-number": "476134000000005" }, 400),
  rest("2.1 cvv: four digits with Visa", "Sale", { cvv: "1234" }, 400),
  rest("2.1 cvv: three digits with American Express", "Sale", { ...amex, cvv: "123" }, 400),
  rest("2.1 client-ip: 999.1.1.1", "Sale", { "client-ip": "999.1.1.1" }, 400),
  rest("2.1 amount: zero", "Sale", { amount: "0.00" }, 400),
  rest("2.1 amount: 12 digits, as on the page", "Sale", { amount: "000000295000" }, "warned"),
  rest("2.1 amount: whole digits that look like cents", "Sale", { amount: "295000" }, "warned"),
  rest("2.1 tip: above the amount", "CheckIn", { tip: "2950.01" }, warned),
  rest("2.1 tax: above the amount", "Sale", { tax: "2950.01" }, warned),
  rest("2.1 itbis: above the amount", "CheckOut", { itbis: "2950.01" }, warned),
  rest("2.1 merchant-id: not the original's, in a void", "Void", { "merchant-id": other.merchant }, "declined 25"),
  rest("2.1 terminal-id: not the original's, in a void", "Void", { "terminal-id": other.terminal }, "declined 12"),
  rest("2.1 environment: not the original's, in a void", "Void", { environment: other.environment }, "declined 12"),
  rest("2.1 currency: not the original's, in a void", "Void", { currency: "840" }, "declined 12"),
  rest(
    "2.1 merchant-id: not the original's, in a check-out",
    "CheckOut",
    { "merchant-id": other.merchant },
    "declined 25",
  ),
  rest(
    "2.1 terminal-id: not the original's, in a check-out",
    "CheckOut",
    { "terminal-id": other.terminal },
    "declined 12",
  ),
  rest(
    "2.1 environment: not the original's, in a check-out",
    "CheckOut",
    { environment: other.environment },
    "declined 12",
  ),
  rest("2.1 merchant-id: not the original's, in a refund", "Refund", { "merchant-id": other.merchant }, "declined 25"),
  rest("2.1 terminal-id: not the original's, in a refund", "Refund", { "terminal-id": other.terminal }, "declined 12"),
  rest("2.1 currency: not the original's, in a refund", "Refund", { currency: "840" }, "declined 12"),
  session("TransactionType: without its zero", "TransactionType", { TransactionType: "200" }, "taken"),
  session("Amount: zero", '"Amount"', zero),
  session("Amount: with decimals", '"Amount"', { Amount: "2950.00" }),
  session("Amount: a JSON number with decimals", '"Amount"', { Amount: 180.5, Tax: "0" }),
  session("Amount: no digits", '"Amount"', { Amount: "RD$ 2,950" }),
  session("CurrencyCode: letters", '"CurrencyCode"', { CurrencyCode: "DOP" }),
  session("Tax: above the amount", '"Tax"', taxAbove, "warned", "warned"),
  session("3DS_homePhone: empty", "3DS_homePhone", { "3DS_homePhone": "" }, "taken"),
  session("Amount: 13 digits, zeros in front", '"Amount"', { Amount: "0000000295000" }),
  session("MerchantNumber: with letters", '"MerchantNumber"', { MerchantNumber: "34900000A" }),
  session("ReturnUrl: misspelled", '"ReturnURL"', { ReturnURL: "http://shop.localhost/", ReturnUrl: undefined }),
  session("PageLanguaje: of another language", '"PageLanguaje"', { PageLanguaje: "FRA" }),
  session("TransactionId: of five digits", '"TransactionId"', { TransactionId: "14580" }),
  takenId,
  session("Ipclient: 999.1.1.1", '"Ipclient"', { Ipclient: "999.1.1.1" }),
  session("OrdenID: left out", "OrdenID", { OrdenID: undefined }),
  session("OrdenID: of 21 bytes", '"OrdenID"', { OrdenID: long(21) }),
  session("OrdenID: of 27 bytes as OrdenId", '"OrdenId"', { OrdenID: undefined, OrdenId: long(27) }),
  session("OrdenID: another value as OrdenId", '"OrdenId"', { OrdenId: "another" }, "warned", "warned"),
  session("MerchantName: of 39 bytes", '"MerchantName"', { MerchantName: `TIENDA${" ".repeat(31)}DO` }),
  session("3DS_email: left out", "3DS_email", { "3DS_email": undefined }),
  session("3DS_billAddr_city: left out", "3DS_billAddr_city", { "3DS_billAddr_city": undefined }, "taken"),
  rest("3.1 Void of less than the sale", "Void", { amount: "2949.99" }, "declined 13"),
  follow("3.1 Void after the batch close", "Void", "declined 77", (target, sale) =>
    afterClose(target, () => attempt(target, "Void", {}, sale)),
  ),
  rest("3.2 Check-out of more than the check-in", "CheckOut", { amount: "2950.01" }, "declined 13"),
  rest("3.2 Check-out with another approval-code", "CheckOut", { "approval-code": "ZZZZZZ" }, "declined 25"),
  rest("3.2 Check-out of a sale", "CheckOut", (target) => namedBy(target, "Sale"), "declined 12"),
  rest("3.3 Refund of more than the sale", "Refund", { amount: "2950.01" }, "declined 13"),
  rest(
    "3.3 Refund of a check-in without its check-out",
    "Refund",
    (target) => namedBy(target, "CheckIn"),
    "declined 12",
  ),
  follow("3.3 Refund a second time, of another amount", "Refund", "cached", async (target, sale) => {
    await attempt(target, "Refund", { amount: "1.00" }, sale);
    return attempt(target, "Refund", { amount: "2.00" }, sale);
  }),
  confirmation("of another merchant", { MerchantNumber: other.merchant }, "12"),
  confirmation("of another terminal", { MerchantTerminal: other.terminal }, "12"),
  confirmation("in another currency", { CurrencyCode: "840" }, "12"),
  confirmation("of more than was authorized", { Amount: "000000295001" }, "13"),
  confirmation("a second time", {}, "26", 2),
  follow("3.6 A sale with a used key and another body", "Sale", "cached", (target, sale) =>
    attempt(target, "Sale", { ...sale.sent, amount: "5.00", "invoice-number": "OTHER" }),
  ),
  rest("3.6 A check-in with the key of a sale", "CheckIn", (target) => keyOf(target), 400),
  posted("Create session: with a form", "/sessions", "Amount=000000295000", form, 400),
  posted("Create session: with an array", "/sessions", "[]", json, 400),
  posted("Create session: with nothing", "/sessions", "", json, 400),
  posted("Invoke payment page: with JSON", "/authorize", '{"SESSION":"sess-1"}', json, 404),
  posted("Invoke payment page: with another field", "/authorize", "session=sess-1", form, 404),
  posted("Invoke payment page: with an unknown SESSION", "/authorize", "SESSION=sess-1", form, 404),
  keyAsSession,
  wrongKey,
  direct("a mandatory field left empty", "Ipclient", { Ipclient: "" }),
  direct("a tax above the amount", '"Tax"', taxAbove as Record<string, string>, "warned"),
  direct("an amount of zero", '"Amount"', zero as Record<string, string>),
  direct("an order of 21 bytes", '"OrdenID"', { OrdenID: long(21) }),
];

async function afterClose(target: Target, step: () => Promise<Raw>): Promise<Raw> {
  let answer: Raw | undefined;
  await inTime(target, async () => {
    await moveClock(target, { to: "batch-close" });
    answer = await step();
  });
  return answer as unknown as Raw;
}

/** What names another kind of original than the operation is for. */
async function namedBy(target: Target, operation: "Sale" | "CheckIn"): Promise<Fields> {
  const { sent, answer } = await approve(target, operation);
  return { txToken: tokenOf(answer), "idempotency-key": sent["idempotency-key"], "approval-code": undefined };
}

async function keyOf(target: Target): Promise<Fields> {
  return { "idempotency-key": (await approve(target, "Sale")).sent["idempotency-key"] };
}

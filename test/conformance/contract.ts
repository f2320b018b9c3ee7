import {
  answerFields,
  confirmationFields,
  environments,
  exampleFields,
  matrix,
  operations,
  redirectFields,
  responseCodes,
  restFields,
  resultFields,
  sessionFields,
  threeDsFields,
  tokenEcis,
  transTypes,
} from "./contract-tables.ts";

/** One thing that the contract says. A test covers it when its title is the key, or the key and then more words. */
export interface Point {
  /** Section number and subject: `4.1 Sale: cvv`. */
  readonly key: string;
  /** What the contract says about it, in short. */
  readonly says: string;
  /** Why no test can hold it; absent when one does. */
  readonly untestable?: string;
}

const notShown = "the contract leaves it open: there is nothing to hold anyone to";

const requirements: Record<string, string> = {
  M: "mandatory",
  O: "optional",
  C: "conditional",
  "-": "not listed",
  m: "mandatory",
  o: "optional",
  c: "conditional",
};

const point = (key: string, says: string, untestable?: string): Point =>
  untestable === undefined ? { key, says } : { key, says, untestable };

const length = (most: string): string => (most === "" ? "variable length" : `${most} long`);

/**
 * Every point of the contract, in the order of the contract: each section, field, table row, matrix cell, rule, code
 * and limit. The table in `docs/contributing/conformance.md` has a line for each, and a test holds that none is without a test.
 */
export const contract: readonly Point[] = [
  point("1 Two integration styles", "REST without a screen, and a hosted page with session API"),
  point("1 Installments", "one transaction for the full sale amount"),
  point("1 Batch close", "runs automatically at 7:00 PM, platform time"),
  point(
    "1 Environments",
    "QA and production, each with its own address",
    "addresses are configuration: BASE, SESSION_API, GATEWAY and REST point this suite at any of them",
  ),

  point("2 Resources", "none stored and addressed by URL but the session"),

  ...restFields.map(([field, type, most]) => point(`2.1 ${field}`, `${type}, ${length(most)}`)),
  ...environments.map((value) => point(`2.1 environment ${value}`, "allowed value")),
  ...tokenEcis.map(([scheme, value]) => point(`2.1 tkn_eci ${scheme} ${value}`, "allowed value")),
  point("2.1 tkn_eci with 3-D Secure", "the ECI of the authentication takes precedence"),
  ...answerFields.map(([field]) => point(`2.1 Answer ${field}`, "mandatory in every answer")),
  point("2.1 Answer approval-code", "conditional: the issuer's authorization number"),
  point("2.1 Answer pnRef", "mandatory in sale and void answers"),
  point("2.1 Answer txToken", "mandatory in check-in (documented as trToken), check-out and refund answers"),
  point("2.1 Approval", "response-code 00 with description Transaction Approved"),
  point("2.1 Numbers", "format and precision of amount, tip, tax and itbis", notShown),

  ...sessionFields.map(([field, need, most]) => point(`2.2 ${field}`, `${requirements[need]}, ${length(most)}`)),
  ...["0200", "0100", "2240"].map((value) => point(`2.2 TransactionType ${value}`, "allowed value")),
  ...["214", "840"].map((value) => point(`2.2 CurrencyCode ${value}`, "allowed value")),
  ...["ESP", "ENG", "ING"].map((value) => point(`2.2 PageLanguaje ${value}`, "allowed value")),
  ...exampleFields.map(([field]) => point(`2.2 ${field}`, "appears in examples without a description")),
  ...confirmationFields.map((field) => point(`2.2 ${field}`, "appears in examples of the confirmation")),
  ...threeDsFields.map(([field, need, most]) => point(`2.2 ${field}`, `${requirements[need]}, ${length(most)}`)),
  ...transTypes.map((value) => point(`2.2 3DS_transType ${value}`, "allowed value")),
  point("2.2 SESSION", "string, identifier in GUID form"),
  point("2.2 session-key", "string, 40 hexadecimal characters"),
  ...resultFields.map(([field, , , most]) => point(`2.2 Result ${field}`, `at most ${most} long`)),
  point("2.2 Spelling variants", "CreditcardNumber, RetrivalReferenceNumber and TransactionID occur in answers"),
  point("2.2 Redirect text form", "name=value pairs joined with &"),
  ...redirectFields.map((field) => point(`2.2 Redirect text ${field}`, "carried by the redirect text form")),

  point("3.1", "a void is accepted only before the batch close"),
  point("3.2", "a check-in is settled only by a check-out with its data, of an equal or smaller amount"),
  point("3.3", "a refund is linked, partial or total, never above the original, once"),
  point("3.4", "a pre-authorization is settled by a confirmation that returns its values"),
  point("3.5", "a session's result can be had for 30 minutes, then the session is gone"),
  point("3.6", "a repeated key is answered with response-code-source icache"),
  point("3 Named states", "states and transition table", notShown),

  point("4.1 Create idempotency key", "POST …/idenpotency-keys answers ikey:<key> as plain text"),
  point("4.1 Sale", "POST …/transactions/sales"),
  point("4.1 Void", "POST …/transactions/voids"),
  point("4.1 CheckIn", "POST …/transactions/checkins"),
  point("4.1 CheckOut", "POST …/transactions/checkouts"),
  point("4.1 Refund", "POST …/transactions/refund"),
  point("4.1 Key first", "the key must be requested before every payment request"),
  ...matrix.flatMap(([field, cells]) =>
    operations.map((operation, i) => point(`4.1 ${operation}: ${field}`, requirements[cells[i] ?? ""] ?? "")),
  ),
  point("4.1 Void example", "carries client-ip, invoice-number and reference-number, which are not listed"),
  point("4.1 CheckIn example", "contains a card number masked with asterisks"),

  point("4.2 Create session", "POST /sessions with JSON answers SESSION and session-key"),
  point("4.2 Headers", "Proxy-Connection: Keep-Alive and Transfer-Encoding: chunked are sent by examples"),
  point("4.2 Invoke payment page", "POST /authorize with the single field SESSION leads to the card form"),
  point("4.2 Direct form variant", "POST /authorize with the payment request fields"),
  point("4.2 Installments page", "the cardholder chooses installments at an entry address of its own"),
  point("4.2 Installments parameters", "request parameters of the installments page", notShown),
  point("4.2 Query result", "GET /sessions/{SESSION}?sk={session-key}"),
  point("4.2 Redirect method", "the HTTP method of the return", notShown),

  point("5.1", "TLS 1.2"),
  point("5.2", "body field token: mandatory for void, check-out and refund, optional for sale and check-in"),
  point("5.3", "refund requires a bearer token valid for 1 hour; a new one may be requested"),
  point("5.4", "the query needs the identifier and the session key"),
  point("5.5", "endpoint and request for obtaining the bearer token", notShown),
  point("5.6", "header that carries the bearer token", notShown),

  point("6.1", "no server-to-merchant notification"),
  point("6.2", "approved to ReturnUrl, rejected to CancelUrl, with the redirect text form"),
  point("6.3", "TF for rejected authentication and challenges not completed"),
  point("6.4", "asynchronous callbacks or webhooks", notShown),

  point("7.1", "the outcome is read from response-code with internal-response-code; approval is 00"),
  point("7.2", "after the validity period: the text Session not found and status 404"),
  point("7.3", "3-D Secure failure: 4901 by REST, TF on the page"),
  point("7.4", "internal response code values", notShown),
  point("7.5", "HTTP status codes and error body of REST failures", notShown),
  ...responseCodes.map((code) => point(`7 Response code ${code}`, "listed")),

  point("8 Batch close time", "7:00 PM; voids only before"),
  point("8 Bearer token validity", "1 hour"),
  point("8 Refund count", "once per original transaction"),
  point("8 Refund amount", "not greater than the original"),
  point("8 Check-out amount", "equal to or less than the original"),
  point("8 Session result availability", "30 minutes after the original submission"),
  point("8 Field lengths", "as in the field tables, all operations"),
  point("8 Rate limits", "rate limits", notShown),
  point("9 Versioning", "versioning", notShown),
];

/** Whether a test's title is about a point. `2.1 tkn_eci Visa 05 …` is about `2.1 tkn_eci` too. */
export function isAbout(title: string, { key }: Point): boolean {
  return title === key || (title.startsWith(key) && /^[\s:,.;]/.test(title.slice(key.length)));
}

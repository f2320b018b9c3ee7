import { createHash } from "node:crypto";
import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";
import { checkOptionNames, type HostedOptions } from "../check-option-names.ts";
import { canBeHidden } from "../hide.ts";
import { currencyCode, type Money, parseMoney } from "../money.ts";
import { withoutPrototype } from "../own-fields.ts";
import { send } from "../send.ts";
import {
  type AuthenticationField,
  type AuthenticationFieldRule,
  authenticationFields,
  authenticationPaths,
} from "../wire/authentication-fields.ts";
import { restCardFields } from "../wire/rest-card-fields.ts";
import { type Authentication, readAuthentication } from "./authentication.ts";
import { settingsOf, type ThreeDs } from "./open-three-ds.ts";

/** What the buyer's browser tells about itself. Issuers weigh it: the more is there, the fewer challenges. */
export interface BuyerBrowser {
  /** What the browser takes: the header of its request. */
  acceptHeader: string;
  /** The buyer's IP address. */
  ip: string;
  /** Its User-Agent header. */
  userAgent: string;
  /** `navigator.language`. */
  language: string;
  /** `screen.colorDepth`, in bits. */
  colorDepth: number;
  /** `screen.height`, in pixels. */
  screenHeight: number;
  /** `screen.width`, in pixels. */
  screenWidth: number;
  /** `new Date().getTimezoneOffset()`, in minutes. */
  timeZoneOffset: number;
  /** `navigator.javaEnabled()`. Default: false */
  javaEnabled?: boolean | undefined;
  /** Whether it runs JavaScript. Default: true */
  javascriptEnabled?: boolean | undefined;
}

/** What `authenticate` takes. The card's fields have the names of `SaleRequest`. */
export interface AuthenticationRequest {
  /** 12 to 19 digits. */
  "card-number": string;
  /** MM/YY. */
  "expiration-date": string;
  /** The amount of the sale. */
  amount: Money;
  /** Your identifier of this authentication: 1 to 64 characters, a new one for each. */
  transactionId: string;
  /** Where the challenge leads the buyer to when it has ended. What comes with it is not signed: ask for the status. */
  returnUrl: string;
  /** Your own text, which comes back to `returnUrl` as `rd`, in base64. At most 1,500 bytes. */
  data?: string | undefined;
  /** The buyer's browser. */
  browser: BuyerBrowser;
}

/** The request's own names of the fields on the wire. */
const ownNames: Partial<Record<AuthenticationField, string>> = {
  acctNumber: "card-number",
  cardExpiryDate: "expiration-date",
  purchaseAmount: "amount",
  integratorTxId: "transactionId",
  urlRedirect: "returnUrl",
};
const browserFields = {
  acceptHeader: "browserAcceptHeader",
  ip: "browserIP",
  userAgent: "browserUserAgent",
  language: "browserLanguage",
  colorDepth: "browserColorDepth",
  screenHeight: "browserScreenHeight",
  screenWidth: "browserScreenWidth",
  timeZoneOffset: "browserTZ",
  javaEnabled: "browserJavaEnabled",
  javascriptEnabled: "browserJavascriptEnabled",
} as const satisfies Record<keyof BuyerBrowser, AuthenticationField>;

const owner = "AuthenticationRequest";
/** The most bytes of `data`: in base64 they fit into the field. */
const maxData = 1500;
const names = ["card-number", "expiration-date", "amount", "transactionId", "returnUrl", "data", "browser"];

/**
 * Asks the 3-D Secure server about a buyer's card before a sale. It charges nothing. It is sent again only while it
 * surely never left this server.
 * @param threeDs what `openThreeDs` returned
 * @param request the card, the amount of the sale, and the buyer's browser
 * @param options `signal` gives up waiting
 * @returns the authentication: look at its `outcome` first
 * @throws ArgumentError naming the field that is wrong; nothing was sent
 * @throws GatewayError when the server refuses the request, for example its signature
 * @throws OutcomeUnknownError without a clear answer within `timeouts.authentication` (default: 30 s): ask
 * `authenticationStatus`, or authenticate again with a new `transactionId`. Nobody is charged by it
 * @see docs/guide/rest.md#with-3-d-secure
 * @example
 * const authentication = await authenticate(threeDs, {
 *   "card-number": cardNumber,
 *   "expiration-date": "11/29",
 *   amount: { minor: 295_000, currency: "DOP" },
 *   transactionId: "A-1042-1",
 *   returnUrl: "https://shop.example/3ds",
 *   browser,
 * });
 * if (authentication.outcome === "challenge") show(authentication.challenge);
 */
export async function authenticate(
  threeDs: ThreeDs,
  request: AuthenticationRequest,
  options: HostedOptions = {},
): Promise<Authentication> {
  const { channel, calls, deadlines, integratorCode, apiKey, now } = settingsOf(threeDs);
  checkOptionNames(options);
  const fields = wireFields(request, now());
  const { cardExpiryDate, integratorTxId, purchaseAmount } = fields;
  const signature = signatureOf([integratorCode, cardExpiryDate, integratorTxId, purchaseAmount], apiKey);
  const secrets = [apiKey, signature, fields.acctNumber, cardExpiryDate, request["expiration-date"]].filter(
    canBeHidden,
  );
  return calls.run(() =>
    send(
      channel,
      {
        method: "POST",
        path: authenticationPaths.authentication,
        body: JSON.stringify({ integratorCode, signature, ...fields }),
        repeat: "unsent",
        deadline: deadlines.authentication,
        signal: options.signal,
        failed: { operation: "authenticate", transactionId: integratorTxId },
        secrets,
      },
      (answer) => readAuthentication(answer, integratorTxId, secrets),
    ),
  );
}

/** The signature of a request: SHA-512 in hex over its parts and the api key. */
export const signatureOf = (parts: readonly string[], apiKey: string): string =>
  createHash("sha512")
    .update([...parts, apiKey].join(""))
    .digest("hex");

/** The identifier of an authentication and the digits of its amount, checked. */
export function checkIdentity(of: string, transactionId: unknown, amount: unknown) {
  const { pattern, expected } = authenticationFields.integratorTxId;
  if (typeof transactionId !== "string" || !pattern.test(transactionId)) {
    throw new ArgumentError(`${of}.transactionId: expected ${expected}`);
  }
  const { minor, currency } = parseMoney(amount, `${of}.amount`);
  return { integratorTxId: transactionId, purchaseAmount: String(minor), purchaseCurrency: currencyCode(currency) };
}

/** The request's fields on the wire but for the code and the signature, checked. */
function wireFields(request: AuthenticationRequest, now: number) {
  refuseUnknownNames(owner, request, names);
  const given = withoutPrototype(request);
  const { browser } = given;
  refuseUnknownNames(`${owner}.browser`, browser, Object.keys(browserFields));
  const { "card-number": acctNumber, "expiration-date": expiry, data } = given;
  if (typeof expiry !== "string" || !restCardFields["expiration-date"].pattern.test(expiry)) {
    throw new ArgumentError(`${owner}.expiration-date: expected month and year as MM/YY`);
  }
  if (data !== undefined && (typeof data !== "string" || data === "" || Buffer.byteLength(data) > maxData)) {
    throw new ArgumentError(`${owner}.data: expected 1 to 1,500 bytes of text`);
  }
  const told: BuyerBrowser = { javaEnabled: false, javascriptEnabled: true, ...withoutPrototype(browser) };
  const fields = {
    ...checkIdentity(owner, given.transactionId, given.amount),
    acctNumber,
    cardExpiryDate: expiry.slice(3) + expiry.slice(0, 2),
    purchaseExponent: "2",
    purchaseDate: new Date(now).toISOString().replace(/\D/g, "").slice(0, 14),
    messageCategory: "01",
    deviceChannel: "02",
    urlRedirect: given.returnUrl,
    ...(data !== undefined && { rd: Buffer.from(data).toString("base64") }),
    ...browserValues(told),
  };
  for (const [field, value] of Object.entries(fields) as [AuthenticationField, unknown][]) {
    const { pattern, expected }: AuthenticationFieldRule = authenticationFields[field];
    if (typeof value === "string" && pattern.test(value)) continue;
    throw new ArgumentError(`${owner}.${ownName(field)}: expected ${expected}`);
  }
  return fields;
}

const browserValues = (browser: BuyerBrowser): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(browserFields) as (keyof BuyerBrowser)[]).map((name) => [browserFields[name], textOf(browser[name])]),
  );

/** A missing value becomes no text, which every rule refuses. */
const textOf = (value: BuyerBrowser[keyof BuyerBrowser] | null): string =>
  value === undefined || value === null ? "" : String(value);

function ownName(field: AuthenticationField): string {
  const [name] = Object.entries(browserFields).find(([, wire]) => wire === field) ?? [];
  return name === undefined ? (ownNames[field] ?? field) : `browser.${name}`;
}

/** One row of the tables of requests to the 3-D Secure server. */
export interface AuthenticationFieldRule {
  /** `mandatory`: the server refuses a request without it. `advised`: what issuers weigh. */
  readonly requirement: "mandatory" | "advised" | "optional";
  /** What a value matches. */
  readonly pattern: RegExp;
  /** `pattern` in words, as error messages say it: "expected …". */
  readonly expected: string;
  /** True for a secret: no log, error or page may show it. */
  readonly secret?: true;
  /** One sentence that the OpenAPI document shows. */
  readonly meaning: string;
}

const mandatory = { requirement: "mandatory" } as const;
const advised = { requirement: "advised" } as const;
const name = { pattern: /^[!-~]{1,64}$/, expected: "1 to 64 printable ASCII characters without spaces" } as const;
const signature = { pattern: /^[0-9a-f]{128}$/i, expected: "128 hexadecimal digits", secret: true } as const;
const amount = { pattern: /^\d{1,12}$/, expected: "digits of minor units, at most 12" } as const;
const number = { pattern: /^-?\d{1,6}$/, expected: "a whole number" } as const;
const words = { pattern: /^[^\p{C}]{1,2048}$/u, expected: "text without control characters" } as const;
const flag = { pattern: /^(?:true|false)$/, expected: "true or false" } as const;

/**
 * The fields of `…/servicios/3ds/server/authentication`, by their names on the wire. Those of the browser are EMV 3-D
 * Secure's. The contract knows this server by its answers only (`tds_` fields); the rows are what its programs send.
 * @see docs/contributing/contract.md#2.1
 */
export const authenticationFields = {
  integratorCode: { ...mandatory, ...name, meaning: "Code of the integrator, from the account executive" },
  integratorTxId: { ...mandatory, ...name, meaning: "The integrator's identifier of this authentication, of its own" },
  signature: {
    ...mandatory,
    ...signature,
    meaning: "SHA-512 in hex of integratorCode + cardExpiryDate + integratorTxId + purchaseAmount + the api key",
  },
  acctNumber: {
    ...mandatory,
    pattern: /^\d{12,19}$/,
    expected: "12 to 19 digits",
    secret: true,
    meaning: "Card number",
  },
  cardExpiryDate: {
    ...mandatory,
    pattern: /^\d{2}(?:0[1-9]|1[0-2])$/,
    expected: "year and month as YYMM",
    secret: true,
    meaning: "Card expiry, YYMM",
  },
  purchaseAmount: { ...mandatory, ...amount, meaning: "Amount in minor units: 295000 for 2,950.00" },
  purchaseCurrency: {
    ...mandatory,
    pattern: /^(?:214|840)$/,
    expected: "214 or 840",
    meaning: "214 RD peso, 840 US dollar",
  },
  purchaseExponent: { ...mandatory, pattern: /^2$/, expected: "2", meaning: "Decimals of the currency" },
  purchaseDate: {
    ...mandatory,
    pattern: /^\d{14}$/,
    expected: "a UTC date and time as YYYYMMDDHHMMSS",
    meaning: "Date of the purchase, YYYYMMDDHHMMSS in UTC",
  },
  messageCategory: { ...mandatory, pattern: /^01$/, expected: "01", meaning: "01: a payment" },
  deviceChannel: { ...mandatory, pattern: /^02$/, expected: "02", meaning: "02: a browser" },
  urlRedirect: {
    ...mandatory,
    pattern: /^https?:\/\/[^\s\p{C}]{1,2000}$/iu,
    expected: "an absolute http or https address",
    meaning: "Where the challenge leads the buyer to when it has ended",
  },
  rd: {
    requirement: "optional",
    pattern: /^[\w+/=-]{1,2048}$/,
    expected: "base64",
    meaning: "The integrator's own data in base64, which comes back with the buyer",
  },
  browserAcceptHeader: { ...advised, ...words, meaning: "Accept header of the buyer's browser" },
  browserIP: { ...advised, ...words, meaning: "IP address of the buyer" },
  browserJavaEnabled: { ...advised, ...flag, meaning: "Whether the browser runs Java" },
  browserJavascriptEnabled: { ...advised, ...flag, meaning: "Whether the browser runs JavaScript" },
  browserLanguage: { ...advised, ...words, meaning: "Language of the browser, such as es-DO" },
  browserColorDepth: { ...advised, ...number, meaning: "Color depth of the screen in bits" },
  browserScreenHeight: { ...advised, ...number, meaning: "Height of the screen in pixels" },
  browserScreenWidth: { ...advised, ...number, meaning: "Width of the screen in pixels" },
  browserTZ: { ...advised, ...number, meaning: "Minutes from the browser's time to UTC: 240 in Santo Domingo" },
  browserUserAgent: { ...advised, ...words, meaning: "User-Agent header of the browser" },
} as const satisfies Record<string, AuthenticationFieldRule>;

/**
 * The fields of `…/servicios/3ds/server/status`.
 * @see docs/contributing/contract.md#2.1
 */
export const authenticationStatusFields = {
  integratorCode: authenticationFields.integratorCode,
  integratorTxId: authenticationFields.integratorTxId,
  purchaseAmount: { ...authenticationFields.purchaseAmount, requirement: "optional" },
  signature: {
    ...mandatory,
    ...signature,
    meaning: "SHA-512 in hex of integratorCode + integratorTxId + purchaseAmount + the api key",
  },
} as const satisfies Record<string, AuthenticationFieldRule>;

/** The name of a field of an authentication's request. */
export type AuthenticationField = keyof typeof authenticationFields;

/** The paths of the 3-D Secure server, below the address that it has. */
export const authenticationPaths = {
  authentication: "/servicios/3ds/server/authentication",
  status: "/servicios/3ds/server/status",
} as const;

/**
 * What an authentication came to (EMV 3-D Secure, transStatus).
 * - `Y`: authenticated. `A`: attempted, and the issuer stands for it.
 * - `C`: the issuer asks the buyer for a code. `N`: failed. `R`: refused by the issuer. `U`: could not be done.
 */
export const transStatuses = ["Y", "A", "C", "N", "R", "U"] as const;

/** A transStatus of the 3-D Secure server. */
export type TransStatus = (typeof transStatuses)[number];

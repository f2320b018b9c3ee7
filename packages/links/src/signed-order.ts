import { createPublicKey, type KeyObject } from "node:crypto";
import { type Money, parseMoney } from "@ventanilla/client";
import { ArgumentError, checkLine, expectThat, refuseUnknownNames } from "@ventanilla/web";
import { errors, type JWTPayload, jwtVerify } from "jose";

/** Checks keys. Each has the only algorithms that it verifies. @throws ArgumentError naming the key; never its value */
export function orderKeysOf(keys: unknown) {
  expectThat(Array.isArray(keys), "orderKeys", "a list of secrets and public keys");
  return keys.map((given: unknown, index) => {
    const name = `orderKeys[${index}]`;
    const isLong = typeof given === "string" && Buffer.byteLength(given) >= 32;
    expectThat(isLong, name, "a secret of at least 32 bytes, or a public key in PEM (is its variable set?)");
    if (!given.includes("-----BEGIN")) return { key: Buffer.from(given), algorithms: ["HS256"] };
    let key: KeyObject | undefined;
    try {
      // Of a private key Node makes the public one: here nobody needs it.
      if (given.includes("-----BEGIN PUBLIC KEY-----")) key = createPublicKey(given);
    } catch {
      // Its message may quote the key.
    }
    expectThat(key?.asymmetricKeyType === "ed25519", name, "the public half of an Ed25519 key, where it is PEM");
    return { key, algorithms: ["EdDSA", "Ed25519"] };
  });
}

const maxTokenBytes = 2048;
const names = ["order", "amount", "tax", "currency", "description", "email", "mobilePhone", "exp", "iat", "nbf", "jti"];

/** Whether a page names its order by a token: the header of each begins with `{"`. */
export const isToken = (order: string): boolean => /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(order);

/**
 * Verifies a token.
 * @param now in milliseconds since the epoch; the clocks of two servers may differ by a minute
 * @returns undefined when it was not signed with one of the keys and the key's own algorithm, or is not valid yet: whoever
 * sends such a one learns nothing
 * @throws ArgumentError naming the claim, for one that the shop itself has signed wrongly; never its value
 */
export async function verifySigned(token: string, keys: ReturnType<typeof orderKeysOf>, now: number) {
  if (Buffer.byteLength(token) > maxTokenBytes || !isToken(token)) return undefined;
  const times = { currentDate: new Date(now), clockTolerance: 60, maxTokenAge: "24h", requiredClaims: ["exp"] };
  for (const { key, algorithms } of keys) {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms, ...times });
      return { signed: signedIn(payload), isExpired: false };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { signed: signedIn(error.payload), isExpired: true };
      const isWrong = error instanceof errors.JWTClaimValidationFailed && error.reason !== "check_failed";
      if (isWrong) throw new ArgumentError(`${named(error.claim)}: expected seconds since the epoch`);
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return undefined;
}

const named = (claim: string): string => `signed order.${claim}`;

function signedIn(payload: JWTPayload) {
  refuseUnknownNames("signed order", payload, names, { kind: "claim" });
  const textOf = (claim: string, maxLength: number): string => checkLine(named(claim), payload[claim], maxLength);
  const currency = textOf("currency", 3);
  /** In major units as text: a number would be a float in many a language. */
  function moneyOf(claim: "amount" | "tax"): Money {
    const text = payload[claim];
    const isDecimal = typeof text === "string" && /^\d{1,10}\.\d{2}$/.test(text);
    const got = typeof text === "string" ? "" : `, got ${typeof text}`;
    expectThat(isDecimal, named(claim), `text with two decimals, such as "2950.00"${got}`);
    return parseMoney({ minor: Number(text.replace(".", "")), currency }, named(claim));
  }
  const amount = moneyOf("amount");
  expectThat(amount.minor > 0, named("amount"), "more than zero");
  const tax = payload.tax === undefined ? undefined : moneyOf("tax");
  expectThat(tax === undefined || tax.minor <= amount.minor, named("tax"), "no more than the amount");
  return {
    /** The shop's own id of the order. */
    order: textOf("order", 255),
    amount,
    /** Default: computed by the option `itbis` */
    ...(tax && { tax }),
    description: textOf("description", 200),
    email: textOf("email", 254),
    mobilePhone: textOf("mobilePhone", 40),
    issuedAt: Math.floor(Number(payload.iat) * 1000),
  };
}

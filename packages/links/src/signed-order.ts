import { createPublicKey, KeyObject } from "node:crypto";
import { type Money, parseMoney } from "@ventanilla/client";
import { checkLine, expectThat, refuseUnknownNames } from "@ventanilla/web";
import { compactVerify, errors } from "jose";

/**
 * A key that signs orders: a `secret` that the shop's program has, too, at least 32 bytes for HS256, where a text counts as
 * its UTF-8; or as `publicKey` the public half of a pair, an Ed25519 key for EdDSA: a `KeyObject`, or PEM that begins with
 * `-----BEGIN PUBLIC KEY-----`. `kid` is its name, where the token's header has one. One that is undefined, as a variable
 * that is not set, is refused when the shop starts.
 */
export type OrderKey =
  | { kid?: string; secret: string | Uint8Array | undefined; publicKey?: undefined }
  | { kid?: string; secret?: undefined; publicKey: string | KeyObject | undefined };

/** Checks the option. @throws ArgumentError naming the key; never its value */
export function orderKeysOf(keys: unknown) {
  expectThat(Array.isArray(keys), "orderKeys", "a list of { kid, secret } or { kid, publicKey }");
  return keys.map((key: OrderKey, index) => knownKey(`orderKeys[${index}]`, key));
}

/** A key with the only algorithms that it verifies: a token does not choose them. */
function knownKey(name: string, given: OrderKey) {
  refuseUnknownNames(name, given, ["kid", "secret", "publicKey"]);
  const { kid, secret, publicKey } = given;
  expectThat(kid === undefined || (typeof kid === "string" && kid !== ""), `${name}.kid`, "text, or nothing");
  const isOne = (secret === undefined) !== (publicKey === undefined);
  expectThat(isOne, name, "either secret or publicKey (is its variable set?)");
  return secret === undefined
    ? { kid, key: publicKeyOf(`${name}.publicKey`, publicKey), algorithms: ["EdDSA", "Ed25519"] }
    : { kid, key: secretOf(`${name}.secret`, secret), algorithms: ["HS256"] };
}

function secretOf(name: string, secret: unknown): Uint8Array {
  const bytes = typeof secret === "string" ? Buffer.from(secret) : secret;
  const expected = "at least 32 bytes, as text or as bytes (is its variable set?)";
  expectThat(bytes instanceof Uint8Array && bytes.length >= 32, name, expected);
  // Whoever knows a public key could sign with it.
  expectThat(!Buffer.from(bytes).includes("-----BEGIN"), name, "a secret, got a key in PEM");
  return bytes;
}

function publicKeyOf(name: string, given: unknown): KeyObject {
  let key = given;
  try {
    if (typeof given === "string" && given.includes("-----BEGIN PUBLIC KEY-----")) key = createPublicKey(given);
  } catch {
    // Its message may quote the key.
  }
  const expected = "the public half of an Ed25519 key: a KeyObject, or PEM";
  expectThat(key instanceof KeyObject && key.type === "public", name, expected);
  expectThat(key.asymmetricKeyType === "ed25519", name, expected);
  return key;
}

const maxTokenBytes = 2048;
const maxAheadMs = 24 * 60 * 60_000;
/** How far the clocks of two servers may differ. */
const toleranceMs = 60_000;
const names = ["order", "amount", "tax", "currency", "description", "email", "mobilePhone", "exp", "iat", "nbf", "jti"];

type Claims = Record<string, unknown>;

/** Whether a page names its order by a token: the header of each begins with `{"`. */
export const isToken = (order: string): boolean => /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(order);

/**
 * Verifies a token.
 * @param now in milliseconds since the epoch
 * @returns undefined when it was not signed with one of the keys and the key's own algorithm, or is not valid yet: whoever
 * sends such a one learns nothing
 * @throws ArgumentError naming the claim, for one that the shop itself has signed wrongly; never its value
 */
export async function verifySigned(token: string, keys: ReturnType<typeof orderKeysOf>, now: number) {
  if (Buffer.byteLength(token) > maxTokenBytes || !isToken(token)) return undefined;
  for (const { kid, key, algorithms } of keys) {
    try {
      const { payload, protectedHeader } = await compactVerify(token, key, { algorithms });
      // A token that names its key is verified with this one alone. What else its header says decides nothing.
      if ((protectedHeader.kid ?? kid) === kid) return read(JSON.parse(Buffer.from(payload).toString()) as Claims, now);
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

function read(payload: Claims, now: number) {
  refuseUnknownNames("signed order", payload, names, { kind: "claim" });
  const expiresAt = timeOf(payload, "exp");
  const issuedAt = timeOf(payload, "iat");
  const validFrom = payload.nbf === undefined ? issuedAt : timeOf(payload, "nbf");
  expectThat(expiresAt <= now + maxAheadMs + toleranceMs, named("exp"), "a time in the next 24 hours");
  if (Math.max(issuedAt, validFrom) > now + toleranceMs) return undefined;
  const textOf = (claim: string, maxLength: number): string => checkLine(named(claim), payload[claim], maxLength);
  const currency = textOf("currency", 3);
  const amount = moneyOf(payload, "amount", currency);
  expectThat(amount.minor > 0, named("amount"), "more than zero");
  const tax = payload.tax === undefined ? undefined : moneyOf(payload, "tax", currency);
  expectThat(tax === undefined || tax.minor <= amount.minor, named("tax"), "no more than the amount");
  const signed = {
    /** The shop's own id of the order. */
    order: textOf("order", 255),
    amount,
    /** Default: computed by the option `itbis` */
    ...(tax && { tax }),
    description: textOf("description", 200),
    email: textOf("email", 254),
    mobilePhone: textOf("mobilePhone", 40),
    issuedAt,
    /** Until when a payment can be begun. */
    expiresAt,
  };
  return { signed, isExpired: expiresAt + toleranceMs <= now };
}

const named = (claim: string): string => `signed order.${claim}`;

function timeOf(payload: Claims, claim: "exp" | "iat" | "nbf"): number {
  const seconds = payload[claim];
  expectThat(typeof seconds === "number" && Number.isFinite(seconds), named(claim), "seconds since the epoch");
  return Math.floor(seconds * 1000);
}

/** An amount in major units as text: a number would be a float in many a language. */
function moneyOf(payload: Claims, claim: "amount" | "tax", currency: string): Money {
  const text = payload[claim];
  const isDecimal = typeof text === "string" && /^\d{1,10}\.\d{2}$/.test(text);
  expectThat(isDecimal, named(claim), `text with two decimals, such as "2950.00", got ${typeof text}`);
  return parseMoney({ minor: Number(text.replace(".", "")), currency }, named(claim));
}

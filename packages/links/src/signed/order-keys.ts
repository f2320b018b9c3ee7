import { createPublicKey, KeyObject } from "node:crypto";
import { ArgumentError } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";

/** A key that signs orders: a secret that the shop's program has, too, or the public half of a pair. */
export type OrderKey =
  | {
      /** The name of the key, as the token's header has it. Default: it has none */
      kid?: string;
      /** At least 32 bytes, for HS256. A text counts as its UTF-8. */
      secret: string | Uint8Array;
      publicKey?: undefined;
    }
  | {
      kid?: string;
      secret?: undefined;
      /** An Ed25519 key, for EdDSA: a `KeyObject`, or PEM that begins with `-----BEGIN PUBLIC KEY-----`. */
      publicKey: string | KeyObject;
    };

/** A key with the only algorithms that it verifies: a token does not choose them. */
export interface KnownKey {
  kid: string | undefined;
  key: Uint8Array | KeyObject;
  algorithms: string[];
}

const minSecretBytes = 32;

/**
 * Checks the option `orderKeys`.
 * @throws ArgumentError naming the key; never its value
 */
export function orderKeysOf(keys: unknown): KnownKey[] {
  if (!Array.isArray(keys))
    throw new ArgumentError("orderKeys: expected a list of { kid, secret } or { kid, publicKey }");
  return keys.map((key: OrderKey, index) => knownKey(`orderKeys[${index}]`, key));
}

function knownKey(name: string, given: OrderKey): KnownKey {
  refuseUnknownNames(name, given, ["kid", "secret", "publicKey"]);
  const { kid, secret, publicKey } = given;
  if (kid !== undefined && (typeof kid !== "string" || kid === "")) {
    throw new ArgumentError(`${name}.kid: expected text, or nothing`);
  }
  if ((secret === undefined) === (publicKey === undefined)) {
    throw new ArgumentError(`${name}: expected either secret or publicKey`);
  }
  return secret === undefined
    ? { kid, key: publicKeyOf(`${name}.publicKey`, publicKey), algorithms: ["EdDSA", "Ed25519"] }
    : { kid, key: secretOf(`${name}.secret`, secret), algorithms: ["HS256"] };
}

function secretOf(name: string, secret: unknown): Uint8Array {
  const bytes = typeof secret === "string" ? Buffer.from(secret) : secret;
  if (!(bytes instanceof Uint8Array) || bytes.length < minSecretBytes) {
    throw new ArgumentError(
      `${name}: expected at least ${minSecretBytes} bytes, as text or as bytes (is its variable set?)`,
    );
  }
  // Whoever knows a public key could sign with it.
  if (Buffer.from(bytes).includes("-----BEGIN"))
    throw new ArgumentError(`${name}: expected a secret, got a key in PEM`);
  return bytes;
}

function publicKeyOf(name: string, given: unknown): KeyObject {
  const expected = "expected the public half of an Ed25519 key: a KeyObject, or PEM";
  try {
    const isPublicPem = typeof given === "string" && given.includes("-----BEGIN PUBLIC KEY-----");
    const key = isPublicPem ? createPublicKey(given) : given;
    if (key instanceof KeyObject && key.type === "public" && key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Its message may quote the key.
  }
  throw new ArgumentError(`${name}: ${expected}`);
}

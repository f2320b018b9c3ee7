import { createPublicKey, KeyObject } from "node:crypto";
import { expectThat, refuseUnknownNames } from "@ventanilla/web";

/**
 * A key that signs orders: a `secret` that the shop's program has, too, at least 32 bytes for HS256, where a text counts as
 * its UTF-8; or as `publicKey` the public half of a pair, an Ed25519 key for EdDSA: a `KeyObject`, or PEM that begins with
 * `-----BEGIN PUBLIC KEY-----`. `kid` is its name, where the token's header has one.
 */
export type OrderKey =
  | { kid?: string; secret: string | Uint8Array; publicKey?: undefined }
  | { kid?: string; secret?: undefined; publicKey: string | KeyObject };

/** A key with the only algorithms that it verifies: a token does not choose them. */
export type KnownKey = ReturnType<typeof knownKey>;

const minSecretBytes = 32;

/**
 * Checks the option `orderKeys`.
 * @throws ArgumentError naming the key; never its value
 */
export function orderKeysOf(keys: unknown) {
  expectThat(Array.isArray(keys), "orderKeys", "a list of { kid, secret } or { kid, publicKey }");
  return keys.map((key: OrderKey, index) => knownKey(`orderKeys[${index}]`, key));
}

function knownKey(name: string, given: OrderKey) {
  refuseUnknownNames(name, given, ["kid", "secret", "publicKey"]);
  const { kid, secret, publicKey } = given;
  expectThat(kid === undefined || (typeof kid === "string" && kid !== ""), `${name}.kid`, "text, or nothing");
  expectThat((secret === undefined) !== (publicKey === undefined), name, "either secret or publicKey");
  return secret === undefined
    ? { kid, key: publicKeyOf(`${name}.publicKey`, publicKey), algorithms: ["EdDSA", "Ed25519"] }
    : { kid, key: secretOf(`${name}.secret`, secret), algorithms: ["HS256"] };
}

function secretOf(name: string, secret: unknown): Uint8Array {
  const bytes = typeof secret === "string" ? Buffer.from(secret) : secret;
  const expected = `at least ${minSecretBytes} bytes, as text or as bytes (is its variable set?)`;
  expectThat(bytes instanceof Uint8Array && bytes.length >= minSecretBytes, name, expected);
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

import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";

/** Signs texts, each for one purpose: for another one the signature is not valid. */
export interface Signer {
  /** Signs with the first key: an HMAC of SHA-256 in base64url, 43 characters. */
  sign(text: string, purpose: string): string;
  /** What `sign` returns with each of the keys, the first one first. */
  signatures(text: string, purpose: string): string[];
  /** Whether `sign` returned this signature with any of the keys. */
  isSigned(text: string, purpose: string, signature: string): boolean;
}

/**
 * Makes what signs what others keep, such as cookies and addresses, so that nobody makes it up. It signs with keys that are
 * derived for each purpose: a signature says nothing about what the same keys encrypt.
 * @param keys as {@link checkKeys} returns them: the first signs, all verify
 * @param owner for whom: a signature of another owner with the same keys is not valid. Default: nobody in particular
 * @returns a signer
 * @see https://www.rfc-editor.org/rfc/rfc5869
 * @example
 * const signer = makeSigner(checkKeys("keys", [process.env.PAYMENTS_KEY]));
 * signer.isSigned("A-1001", "receipt", signer.sign("A-1001", "receipt")); // true
 */
export function makeSigner(keys: readonly [Buffer, ...Buffer[]], owner = ""): Signer {
  const derived = new Map<string, KeyObject[]>();
  /** They are derived once, and are objects: Node makes one of bytes at each call, which takes five times as long. */
  function keysFor(purpose: string): KeyObject[] {
    const known = derived.get(purpose) ?? keys.map((key) => derivedKey(key, owner, purpose));
    derived.set(purpose, known);
    return known;
  }
  const signatures = (text: string, purpose: string) => keysFor(purpose).map((key) => signatureOf(text, key));
  return {
    sign: (text, purpose) => signatureOf(text, keysFor(purpose)[0] as KeyObject),
    signatures,
    isSigned(text, purpose, signature) {
      const given = Buffer.from(signature);
      const own = signatures(text, purpose).map((each) => Buffer.from(each));
      return own.some((each) => each.length === given.length && timingSafeEqual(each, given));
    },
  };
}

const derivedKey = (key: Buffer, owner: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", key, owner, purpose, 32)));

const signatureOf = (text: string, key: KeyObject): string =>
  createHmac("sha256", key).update(text).digest("base64url");

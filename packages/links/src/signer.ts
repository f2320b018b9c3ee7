import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { checkKeys } from "@ventanilla/web";

/** What a signature is for. One for a receipt's address opens nothing else. */
type Purpose = "receipt" | "use";

/** Signs what the buyer's browser keeps or an email holds, so that nobody makes it up. */
export type Signer = ReturnType<typeof makeSigner>;

const signatureBytes = 16;

/**
 * Makes a signer. The first key signs, all verify. Keys are derived (HKDF, RFC 5869): the router's `encryptionKeys` may
 * be used here, too.
 * @param keys the option `keys`
 * @param scope whose links these are: a signature of another shop with the same keys is not valid here
 * @throws ArgumentError naming `keys`
 */
export function makeSigner(keys: unknown, scope: string) {
  const entries = checkKeys("keys", keys);
  const derivedKey = (key: Buffer, purpose: Purpose): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync("sha256", key, scope, `ventanilla links ${purpose}`, 32)));
  const keysFor = (purpose: Purpose): KeyObject[] => entries.map((key) => derivedKey(key, purpose));
  const signing: Record<Purpose, KeyObject[]> = { receipt: keysFor("receipt"), use: keysFor("use") };
  const signatureOf = (key: KeyObject, text: string): Buffer =>
    createHmac("sha256", key).update(text).digest().subarray(0, signatureBytes);

  return {
    /** @returns 22 characters of base64url: an HMAC of SHA-256, cut to the 128 bits that RFC 2104 asks for at least */
    sign: (purpose: Purpose, text: string) => signatureOf(signing[purpose][0] as KeyObject, text).toString("base64url"),
    /** Whether `sign` returned this with any of the keys. */
    isSigned(purpose: Purpose, text: string, signature: string): boolean {
      const given = Buffer.from(signature, "base64url");
      // Two texts of base64url may have the same bytes: one address is one receipt's.
      if (given.length !== signatureBytes || given.toString("base64url") !== signature) return false;
      return signing[purpose].some((key) => timingSafeEqual(given, signatureOf(key, text)));
    },
  };
}

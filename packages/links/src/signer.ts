import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { checkKeys } from "@ventanilla/web";

/** What a signature is for. One for a receipt's address opens nothing else. */
type Purpose = "receipt" | "use";

export type Signer = ReturnType<typeof makeSigner>;

/**
 * Makes what signs what the buyer's browser keeps or an email holds, so that nobody makes it up. The first key signs, all
 * verify. Keys are derived (HKDF, RFC 5869): the router's `encryptionKeys` may be used here, too.
 * @param scope whose links these are: a signature of another shop with the same keys is not valid here
 * @throws ArgumentError naming `keys`
 */
export function makeSigner(secrets: unknown, scope: string) {
  const keys = checkKeys("keys", secrets);
  /** 22 characters of base64url: an HMAC of SHA-256, cut to the 128 bits that RFC 2104 asks for at least. */
  const signatureBy = (key: Buffer, purpose: Purpose, text: string): string => {
    const derived = Buffer.from(hkdfSync("sha256", key, scope, `ventanilla links ${purpose}`, 32));
    return createHmac("sha256", derived).update(text).digest().subarray(0, 16).toString("base64url");
  };
  return {
    sign: (purpose: Purpose, text: string): string => signatureBy(keys[0], purpose, text),
    /** Whether `sign` returned this with any of the keys. */
    isSigned(purpose: Purpose, text: string, signature: string): boolean {
      const given = Buffer.from(signature);
      const own = keys.map((key) => Buffer.from(signatureBy(key, purpose, text)));
      return own.some((each) => each.length === given.length && timingSafeEqual(each, given));
    },
  };
}

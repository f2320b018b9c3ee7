import { createCipheriv, createDecipheriv, createHash, createSecretKey, type KeyObject } from "node:crypto";
import { randomBytes } from "../web/random.ts";

/** Encrypts what must not lie about in a database: AES-256-GCM, bound to the attempt it belongs to. */
export interface Vault {
  /** @param attempt the attempt's id, authenticated with the secret: no other attempt can open it */
  seal(secret: string, attempt: string): string;
  /** @throws Error when none of the keys opens it, or it belongs to another attempt */
  open(sealed: string, attempt: string): string;
}

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/**
 * Makes a vault. The first key seals; all of them open, so that a new one can be put in front while the old one is still
 * needed (an hour: then every session key sealed with it is gone).
 * @param keys each 32 bytes, as 64 hex digits or in base64
 * @throws TypeError naming `encryptionKeys`
 */
export function makeVault(keys: unknown): Vault {
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new TypeError(
      "encryptionKeys: expected a list of keys, each 32 random bytes in hex or base64 (npx ventanilla key)",
    );
  }
  const known = new Map(keys.map((text: unknown, index) => entryOf(text, index)));
  const [[firstId, firstKey]] = [...known] as [[string, KeyObject]];

  return {
    seal(secret, attempt) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, firstKey, iv).setAAD(Buffer.from(attempt));
      const sealed = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${firstId}.${sealed.toString("base64url")}`;
    },
    open(sealed, attempt) {
      const [id = "", text = ""] = sealed.split(".");
      const key = known.get(id);
      if (!key) throw new Error(`encryptionKeys: the key ${id} that sealed this is not among them`);
      const bytes = Buffer.from(text, "base64url");
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(attempt)).setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString("utf8");
    },
  };
}

/** A key under the name that sealed texts carry: the beginning of its hash. */
function entryOf(text: unknown, index: number): [string, KeyObject] {
  const name = `encryptionKeys[${index}]`;
  const bytes =
    typeof text === "string" ? Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64") : Buffer.alloc(0);
  if (bytes.length !== 32) throw new TypeError(`${name}: expected 32 random bytes in hex or base64`);
  return [createHash("sha256").update(bytes).digest("hex").slice(0, 8), createSecretKey(bytes)];
}

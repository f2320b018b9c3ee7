import { createCipheriv, createDecipheriv, createHash, createSecretKey, type KeyObject } from "node:crypto";
import { checkKeys, makeSigner } from "@ventanilla/web";
import { takeRandom } from "./random.ts";

/** The owner of an attempt's TxToken. It differs from that of the session key: one cannot be opened as the other. */
export const tokenOwner = (attempt: string): string => `${attempt} TxToken`;

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/**
 * Makes what encrypts secrets at rest with AES-256-GCM, and signs. The first key encrypts, all keys decrypt. To rotate, put
 * the new key at the end, deploy everywhere, and then move it to the front. Keep the old one while its secrets are used:
 * two hours for session keys, 31 days where orders are captured later.
 * @param keys 32 bytes each, as 64 hex digits or in base64
 * @throws ArgumentError naming `encryptionKeys`
 */
export function makeVault(keys: unknown) {
  const given = checkKeys("encryptionKeys", keys);
  const entries = given.map(entryOf);
  const [[firstId, firstKey]] = entries as [(typeof entries)[0]];
  const known = new Map(entries);

  return {
    /**
     * Encrypts a secret with the first key. What is sealed for one owner, such as an attempt, cannot be opened for another.
     * @returns the id of the key and the sealed secret, in base64url
     */
    seal(secret: string, owner: string): string {
      const iv = takeRandom(ivBytes);
      const cipher = createCipheriv(algorithm, firstKey, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${firstId}.${sealed.toString("base64url")}`;
    },
    /**
     * Decrypts what `seal` returned.
     * @throws Error when the key is missing, the text was changed, or it belongs to another owner
     */
    open(sealed: string, owner: string): string {
      const [id = "", text = ""] = sealed.split(".");
      const key = known.get(id);
      if (!key) throw new Error(`encryptionKeys: the key ${id} that sealed this is not among them`);
      const bytes = Buffer.from(text, "base64url");
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString("utf8");
    },
    ...makeSigner(given),
  };
}

export type Vault = ReturnType<typeof makeVault>;

/** A key by its id in sealed texts: the beginning of its hash. */
const entryOf = (bytes: Buffer): [string, KeyObject] => [
  createHash("sha256").update(bytes).digest("hex").slice(0, 8),
  createSecretKey(bytes),
];

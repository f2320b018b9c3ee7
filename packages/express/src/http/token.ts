import { hash } from "node:crypto";
import { takeRandom } from "../base/random.ts";
import type { Vault } from "../base/vault.ts";

/** 256 random bits for a return address or a cookie: 43 characters. */
export function newToken(): string {
  return takeRandom(32).toString("base64url");
}

/** How many characters of a return token are random: 192 bits. The others prove that it is one of the router's. */
const randomLength = 32;
const returnPurpose = "return";
const today = (): number => Math.floor(Date.now() / 86_400_000);

/** A token for a return address, in the form of {@link newToken}: a router with the same keys knows it as its own. */
export function newReturnToken(vault: Pick<Vault, "sign">): string {
  const random = takeRandom(24).toString("base64url");
  return random + proofOf(vault.sign(random + today(), returnPurpose));
}

/** Whether a token was made with one of the keys, today or yesterday: an older one may be of an order that was pruned. */
export function isReturnToken(token: string, vault: Pick<Vault, "signatures">): boolean {
  const texts = [0, 1].map((age) => token.slice(0, randomLength) + (today() - age));
  const signatures = texts.flatMap((text) => vault.signatures(text, returnPurpose));
  return signatures.some((signature) => proofOf(signature) === token.slice(randomLength));
}

const proofOf = (signature: string): string => signature.slice(0, 43 - randomLength);

/** Whether a text has the form of {@link newToken}. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** SHA-256 in hex: tokens and cookies are stored as hashes only. */
export function tokenHash(token: string): string {
  return hash("sha256", token);
}

/** Where the bank sends the buyer of a session back to. */
export function returnAddresses(mount: string, token: string): { returnUrl: string; cancelUrl: string } {
  return { returnUrl: `${mount}/return/${token}`, cancelUrl: `${mount}/cancel/${token}` };
}

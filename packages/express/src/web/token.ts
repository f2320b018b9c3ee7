import { hash, randomBytes } from "node:crypto";

/** 256 random bits for a return address or a cookie: 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

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

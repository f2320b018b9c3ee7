import { createHmac } from "node:crypto";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token as any language makes it. */
export function signedToken(claims: object, secret: string): string {
  const input = `${part({ alg: "HS256" })}.${part(claims)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

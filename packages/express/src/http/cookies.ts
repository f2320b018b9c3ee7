import type { IncomingMessage } from "node:http";
import { cookieOf } from "@ventanilla/web";
import type { Site } from "../base/site.ts";
import { isToken } from "./token.ts";

/** To which requests the browser adds a cookie, and how long it keeps it. */
interface CookieAttributes {
  sameSite: "Lax" | "Strict";
  /** In seconds. Default: until the browser is closed */
  maxAge?: number;
}

/** A year, in seconds. */
export const yearSeconds: number = 365 * 24 * 60 * 60;

/** A Set-Cookie value of a cookie that scripts cannot read; with https, it is sent over https alone. */
export function cookieText({ origin }: Site, cookie: string, { sameSite, maxAge }: CookieAttributes): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${cookie}; Path=/; HttpOnly; SameSite=${sameSite}${age}${secure}`;
}

/** The name of a cookie with a token; with https, its prefix lets only this host set it. */
const tokenCookieName = ({ origin }: Site, name: string): string =>
  origin.startsWith("https:") ? `__Host-${name}` : name;

/** The token in the browser's cookie of this name; `undefined` for none, and for a text that is not a token. */
export function tokenIn(request: IncomingMessage, settings: Site, name: string): string | undefined {
  const value = cookieOf(request, tokenCookieName(settings, name));
  return value !== undefined && isToken(value) ? value : undefined;
}

/** A Set-Cookie value with a token, which {@link tokenIn} reads. */
export function tokenCookie(settings: Site, name: string, token: string, range: CookieAttributes): string {
  return cookieText(settings, `${tokenCookieName(settings, name)}=${token}`, range);
}

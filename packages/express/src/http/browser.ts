import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { cookieOf, withoutPort } from "@ventanilla/web";
import type { Mode } from "../attempt/attempt.ts";
import type { Site } from "../base/site.ts";
import type { ShopStore } from "../stores/store.ts";
import { isToken, tokenHash } from "./token.ts";

/** A year, in seconds. */
export const yearSeconds: number = 365 * 24 * 60 * 60;
const daySeconds = 24 * 60 * 60;

/** To which requests the browser adds a cookie, and how long it keeps it. */
interface CookieAttributes {
  sameSite: "Lax" | "Strict";
  /** In seconds. Default: until the browser is closed */
  maxAge?: number;
}

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

const browserName = "ventanilla";

/** The token in the browser's cookie, or `undefined`. It decides who sees a payment's details, and nothing else. */
export const browserOf = (request: IncomingMessage, settings: Site) => tokenIn(request, settings, browserName);

/** A Set-Cookie value that keeps `token` for a day; Lax, so that the browser sends it after our own redirect. */
export const browserCookie = (token: string, settings: Site) =>
  tokenCookie(settings, browserName, token, { sameSite: "Lax", maxAge: daySeconds });

/**
 * Whether the request comes from a browser that launched the attempt: only there, card, authorization and reference are
 * shown. A person who was sent the link, or a page on another origin, does not see them.
 */
export async function isLaunchingBrowser(request: IncomingMessage, id: string, settings: Site & { store: ShopStore }) {
  const browser = browserOf(request, settings);
  return browser !== undefined && settings.store.launchedBy(id, tokenHash(browser));
}

/** The visitor's address as the app sees it (Express's `trust proxy` is honored); `0.0.0.0` when there is none. */
export function clientIp(request: IncomingMessage & { ip?: string | undefined }): string {
  const address = withoutPort(request.ip ?? request.socket.remoteAddress ?? "");
  return isIP(address) ? address : "0.0.0.0";
}

/** Whether the answer is to be shown in a frame. Browsers say so in `Sec-Fetch-Dest`: all of them since Safari 16.4. */
export function isFramed({ headers }: IncomingMessage): boolean {
  return ["iframe", "frame", "embed", "object"].includes(String(headers["sec-fetch-dest"]));
}

/** Where an answer is really shown: what was launched for the whole window may be in a frame. */
export const shownMode = (request: IncomingMessage, mode: Mode): Mode => (isFramed(request) ? "modal" : mode);

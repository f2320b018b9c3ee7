import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { withoutPort } from "@ventanilla/web";
import type { Attempt, Mode } from "../attempt/attempt.ts";
import type { Site } from "../base/site.ts";
import type { ShopStore } from "../stores/store.ts";
import { tokenCookie, tokenIn } from "./cookies.ts";
import { tokenHash } from "./token.ts";

const cookieName = "ventanilla";
const daySeconds = 24 * 60 * 60;

/** The token in the browser's cookie, or `undefined`. It decides who sees a payment's details, and nothing else. */
export function browserOf(request: IncomingMessage, settings: Site): string | undefined {
  return tokenIn(request, settings, cookieName);
}

/**
 * Whether the request comes from a browser that launched the attempt: only there, card, authorization and reference are
 * shown. A person who was sent the link, or a page on another origin, does not see them.
 */
export async function isLaunchingBrowser(
  request: IncomingMessage,
  attempt: Attempt,
  settings: Site & { store: Pick<ShopStore, "launchedBy"> },
): Promise<boolean> {
  const browser = browserOf(request, settings);
  return browser !== undefined && settings.store.launchedBy(attempt.id, tokenHash(browser));
}

/** A Set-Cookie value that keeps `token` for a day; Lax, so that the browser sends it after our own redirect. */
export function browserCookie(token: string, settings: Site): string {
  return tokenCookie(settings, cookieName, token, { sameSite: "Lax", maxAge: daySeconds });
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
export function shownMode(request: IncomingMessage, mode: Mode): Mode {
  return isFramed(request) ? "modal" : mode;
}

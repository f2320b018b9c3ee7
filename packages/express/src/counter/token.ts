import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "../settings.ts";
import { cookieOf } from "../web/browser.ts";
import { isToken, newToken } from "../web/token.ts";
import { setCookie } from "./cookies.ts";

const purpose = "ventanilla counter form";

function cookieName({ origin }: Settings): string {
  return origin.startsWith("https:") ? "__Host-ventanilla-counter" : "ventanilla-counter";
}

/** The cookie that the tokens of this browser's forms are bound to. It says nothing about who looks. */
function browserOf(request: IncomingMessage, settings: Settings): string | undefined {
  const value = cookieOf(request, cookieName(settings));
  return value !== undefined && isToken(value) ? value : undefined;
}

/**
 * The token for the forms of a page: of this browser and this member of the staff, and of nobody else. Nothing is kept.
 * A browser without the cookie gets it with the answer.
 */
export function formToken(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  name: string,
): string {
  let browser = browserOf(request, settings);
  if (browser === undefined) {
    browser = newToken();
    setCookie(response, settings, `${cookieName(settings)}=${browser}`, { sameSite: "Strict" });
  }
  return settings.vault.sign(`${browser} ${name}`, purpose);
}

/** Whether a posted token is {@link formToken} of this browser and this member of the staff. */
export function isFormToken(request: IncomingMessage, settings: Settings, name: string, token: string): boolean {
  const browser = browserOf(request, settings);
  return browser !== undefined && settings.vault.isSigned(`${browser} ${name}`, purpose, token);
}

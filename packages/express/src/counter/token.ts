import type { IncomingMessage, ServerResponse } from "node:http";
import { tokenCookie, tokenIn } from "../http/browser.ts";
import { newToken } from "../http/token.ts";
import type { DeskSettings } from "../staff/desk-settings.ts";

const purpose = "ventanilla counter form";

/** The cookie that the tokens of this browser's forms are bound to. It does not name the staff member. */
const cookieName = "ventanilla-counter";

/**
 * The token for the forms of a page. It is valid for this browser and this staff member only, and the router keeps
 * nothing. A browser without the cookie gets it with the answer.
 */
export function formToken(
  request: IncomingMessage,
  response: ServerResponse,
  settings: DeskSettings,
  name: string,
): string {
  let browser = tokenIn(request, settings, cookieName);
  if (browser === undefined) {
    browser = newToken();
    response.appendHeader("Set-Cookie", tokenCookie(settings, cookieName, browser, { sameSite: "Strict" }));
  }
  return settings.vault.sign(`${browser} ${name}`, purpose);
}

/** Whether a posted token is {@link formToken} of this browser and this member of the staff. */
export function isFormToken(request: IncomingMessage, settings: DeskSettings, name: string, token: string): boolean {
  const browser = tokenIn(request, settings, cookieName);
  return browser !== undefined && settings.vault.isSigned(`${browser} ${name}`, purpose, token);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { cookieOf } from "@ventanilla/web";
import { cookieText, yearSeconds } from "../http/browser.ts";
import type { DeskSettings } from "../staff/desk-settings.ts";

/** A cookie that the router signs: its name, and what the signature is for. */
export interface SignedCookie {
  name: string;
  purpose: string;
}

/** The text that {@link keepSigned} has kept in this browser; `undefined` for none, and for one of somebody else's. */
export function signedText(
  request: IncomingMessage,
  { vault }: DeskSettings,
  { name, purpose }: SignedCookie,
): string | undefined {
  const [text = "", signature = ""] = (cookieOf(request, name) ?? "").split("~");
  return vault.isSigned(text, purpose, signature) ? text : undefined;
}

/** Keeps a text for a year in the browser, without a tilde in it. The shop keeps nothing. */
export function keepSigned(
  response: ServerResponse,
  settings: DeskSettings,
  { name, purpose }: SignedCookie,
  text: string,
): void {
  const cookie = `${name}=${text}~${settings.vault.sign(text, purpose)}`;
  response.appendHeader("Set-Cookie", cookieText(settings, cookie, { sameSite: "Strict", maxAge: yearSeconds }));
}

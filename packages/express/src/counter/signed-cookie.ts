import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { cookieOf } from "@ventanilla/web";
import type { Vault } from "../base/vault.ts";
import { cookieText, yearSeconds } from "../http/browser.ts";
import type { DeskSettings } from "../staff/desk-settings.ts";

/** A cookie that the router signs: its name, and what the signature is for. */
export interface SignedCookie {
  name: string;
  purpose: string;
}

/** Whether the vault has signed the text for the purpose, with any of its keys. */
export function isSigned(vault: Pick<Vault, "signatures">, text: string, purpose: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return vault.signatures(text, purpose).some((each) => {
    const own = Buffer.from(each);
    return given.length === own.length && timingSafeEqual(given, own);
  });
}

/** The text that {@link keepSigned} has kept in this browser; `undefined` for none, and for one of somebody else's. */
export function signedText(
  request: IncomingMessage,
  { vault }: DeskSettings,
  { name, purpose }: SignedCookie,
): string | undefined {
  const [text = "", signature = ""] = (cookieOf(request, name) ?? "").split("~");
  return isSigned(vault, text, purpose, signature) ? text : undefined;
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

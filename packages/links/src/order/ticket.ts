import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Contact } from "../check-link.ts";
import type { Settings } from "../options.ts";

/**
 * What a browser was given when it sent the form of a link's page: with it, it may launch this order. What the buyer has
 * typed stays in their browser until they launch.
 */
export interface Ticket extends Contact {
  order: string;
  /** Random: tells the browsers apart that may launch one order. */
  browser: string;
  /** What the buyer chose to pay, in minor units, where they may choose. */
  minor?: number | undefined;
}

const daySeconds = 24 * 60 * 60;

/** A cookie of each link, so that a buyer may have several open. With https, its prefix lets only this host set it. */
const cookieName = ({ publicUrl }: Pick<Settings, "publicUrl">, code: string): string =>
  `${publicUrl.startsWith("https:") ? "__Host-" : ""}ventanilla-link-${code}`;

export const newBrowser = (): string => randomBytes(16).toString("base64url");

/** The ticket of the request's browser for a link; `undefined` for none, and for one that was made up. */
export function ticketIn({ headers }: IncomingMessage, settings: Settings, code: string): Ticket | undefined {
  const name = `${cookieName(settings, code)}=`;
  const value = headers.cookie
    ?.split(/; */)
    .find((part) => part.startsWith(name))
    ?.slice(name.length);
  const [text = "", signature = ""] = value?.split(".") ?? [];
  if (!settings.signer.isSigned("use", text, signature)) return undefined;
  const ticket = JSON.parse(Buffer.from(text, "base64url").toString()) as Ticket;
  return ticket.order.startsWith(code) ? ticket : undefined;
}

/**
 * A Set-Cookie value with a ticket. Lax: the browser sends it when the bank's page has sent the buyer back. Without its
 * path, because the router has another one.
 */
export function ticketCookie(settings: Settings, code: string, ticket: Ticket): string {
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  const secure = settings.publicUrl.startsWith("https:") ? "; Secure" : "";
  const value = `${text}.${settings.signer.sign("use", text)}`;
  return `${cookieName(settings, code)}=${value}; Path=/; Max-Age=${daySeconds}; HttpOnly; SameSite=Lax${secure}`;
}

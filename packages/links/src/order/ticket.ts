import type { IncomingMessage } from "node:http";
import { cookieOf } from "@ventanilla/web";
import type { Contact } from "../check-link.ts";
import type { Parts } from "../options.ts";

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

/** A browser keeps those of so many links: many a server refuses requests with 8 KiB of cookies, also of other pages. */
const maxTickets = 12;

/** A cookie of each link, so that a buyer may have several open. With https, its prefix lets only this host set it. */
const cookieName = ({ publicUrl }: Parts, code: string): string =>
  `${publicUrl.startsWith("https:") ? "__Host-" : ""}ventanilla-link-${code}`;

/** The ticket of the request's browser for a link; `undefined` for none, and for one that was made up. */
export function ticketIn(request: IncomingMessage, parts: Parts, code: string): Ticket | undefined {
  const [text = "", signature = ""] = cookieOf(request, cookieName(parts, code))?.split(".") ?? [];
  if (!parts.signer.isSigned(text, "ticket", signature)) return undefined;
  const ticket = JSON.parse(Buffer.from(text, "base64url").toString()) as Ticket;
  return ticket.order.startsWith(code) ? ticket : undefined;
}

/**
 * Set-Cookie values with a ticket, and without the browser's oldest ones where it has many. Lax: the browser sends it when
 * the bank's page has sent the buyer back. Without its path, because the router has another one.
 */
export function ticketCookies({ headers }: IncomingMessage, parts: Parts, code: string, ticket: Ticket) {
  const name = cookieName(parts, code);
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  const attributes = `Path=/; HttpOnly; SameSite=Lax${name.startsWith("__Host-") ? "; Secure" : ""}`;
  // Browsers send the oldest one first.
  const kept = headers.cookie?.match(/(?<=^|; *)(?:__Host-)?ventanilla-link-[A-Z\d]{10}(?==)/g) ?? [];
  const oldest = kept.filter((other) => other !== name).slice(0, -(maxTickets - 1));
  return [
    `${name}=${text}.${parts.signer.sign(text, "ticket")}; Max-Age=86400; ${attributes}`,
    ...oldest.map((other) => `${other}=; Max-Age=0; ${attributes}`),
  ];
}

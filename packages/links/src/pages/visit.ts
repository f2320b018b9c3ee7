import type { IncomingMessage, ServerResponse } from "node:http";
import type { Payments } from "@ventanilla/express";
import { type Limiter, languageAmong, languageRanges, networkOf } from "@ventanilla/web";
import type { Language } from "../language.ts";
import type { Link } from "../link.ts";
import type { Ticket } from "../order/ticket.ts";
import type { Parts } from "../parts.ts";
import type { Receipts } from "../receipt/receipts.ts";
import type { SendPage } from "./frame.ts";

/** What the buyers' pages are made with. */
export interface Desk extends Parts {
  router: Payments;
  receipts: Receipts;
  limiter: Limiter;
  sendPage: SendPage;
}

/**
 * What the buyer asks for in the address: to correct what they have typed, to pay once more, or to go on with a payment
 * that seems to be somebody else's. `sent` says that they have sent the form: their browser has a cookie, if it keeps any.
 */
export const wishes = ["change", "again", "mine", "sent"] as const;
export type Wish = (typeof wishes)[number];

/** A request to the buyers' pages, and its answer. Express adds `ip`. */
export interface Visit {
  request: IncomingMessage & { ip?: string | undefined };
  response: ServerResponse;
  language: Language;
}

/** A visit to the page of a link. */
export interface LinkVisit extends Visit {
  link: Link;
  ticket: Ticket | undefined;
  wished: ReadonlySet<Wish>;
}

/** The address of a link's page in a language. */
export const addressOf = ({ url }: Link, language: string, ...wished: Wish[]): string =>
  [`${url}?lang=${language}`, ...wished.map((wish) => `${wish}=1`)].join("&");

/** The language that the page asks for, else the browser's, else Spanish. */
export function languageOf(asked: string | null | undefined, { headers }: IncomingMessage): Language {
  const accepted = languageRanges(headers["accept-language"] ?? "").filter(({ quality }) => quality > 0);
  const wanted = [asked, ...accepted.map(({ range }) => range)];
  return wanted.map((tag) => languageAmong(tag, ["es", "en"])).find((language) => language !== undefined) ?? "es";
}

/** What a visitor counts as. */
export const visitorOf = ({ ip, socket }: Visit["request"]): string => networkOf(ip ?? socket.remoteAddress ?? "");

import type { IncomingMessage } from "node:http";
import { languageAmong, languageRanges, networkOf } from "@ventanilla/web";
import type { Language } from "../language.ts";

/** A request to the buyers' pages. Express adds `ip`. */
export type Visit = IncomingMessage & { ip?: string | undefined };

/** The language that the page asks for, else the browser's, else Spanish. */
export function languageOf(asked: string | null | undefined, { headers }: IncomingMessage): Language {
  const accepted = languageRanges(headers["accept-language"] ?? "").filter(({ quality }) => quality > 0);
  const wanted = [asked, ...accepted.map(({ range }) => range)];
  return wanted.map((tag) => languageAmong(tag, ["es", "en"])).find((language) => language !== undefined) ?? "es";
}

/** What a visitor counts as. */
export const visitorOf = ({ ip, socket }: Visit): string => networkOf(ip ?? socket.remoteAddress ?? "");

import type { IncomingMessage } from "node:http";
import { languageAmong, languageRanges, networkOf } from "@ventanilla/web";

export type Language = "es" | "en";

/** A request to the buyers' pages. Express adds `ip`, and a body parser of the shop's the fields of the form. */
export type Visit = IncomingMessage & { ip?: string | undefined; body?: unknown };

const languages = ["es", "en"] as const;

/** The language that the page asks for, else the browser's, else Spanish. */
export function languageOf(asked: string | null | undefined, { headers }: IncomingMessage): Language {
  const accepted = languageRanges(headers["accept-language"] ?? "").filter(({ quality }) => quality > 0);
  const wanted = [asked, ...accepted.map(({ range }) => range)];
  return wanted.map((tag) => languageAmong(tag, languages)).find((language) => language !== undefined) ?? "es";
}

/** Whether a form was sent from a page of this origin: the browser says so in `Sec-Fetch-Site`, an older one in `Origin`. */
export function isSameOrigin({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  return site === undefined ? origin === new URL(publicUrl).origin : site === "same-origin";
}

const maxBytes = 16_384;

/** The fields of a posted form, whether a body parser has read it or not; none of one that is too long. */
export async function fieldsOf(request: Visit): Promise<Map<string, string>> {
  // A body parser for other types leaves the form unread; Express 4's still sets an empty body.
  const text = request.readableDidRead ? "" : await textOf(request);
  const { body } = request;
  const isParsed = text === "" && typeof body === "object" && body !== null;
  const entries = isParsed ? Object.entries(body) : new URLSearchParams(typeof body === "string" ? body : text);
  const fields = new Map<string, string>();
  for (const [name, value] of entries) if (typeof value === "string" && !fields.has(name)) fields.set(name, value);
  return fields;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes > maxBytes ? "" : Buffer.concat(chunks).toString("utf8");
}

/** What a visitor counts as. */
export const visitorOf = ({ ip, socket }: Visit): string => networkOf(ip ?? socket.remoteAddress ?? "");

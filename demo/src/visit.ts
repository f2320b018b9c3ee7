import { randomBytes } from "node:crypto";
import { languageAmong } from "@ventanilla/web";
import type { Request, Response } from "express";
import type { Language } from "./texts.ts";

/** The visitor of a page. */
export interface Visit {
  /** The random id of the browser, which its cart and its orders belong to. */
  buyer: string;
  language: Language;
  /** The address of the page in the other language, with the rest of its query. */
  inOtherLanguage: string;
}

const lasting = { httpOnly: true, sameSite: "lax", maxAge: 180 * 24 * 3600 * 1000 } as const;

/** The values of a `Cookie` header, by name. */
export function cookies(header: string | undefined): Map<string, string> {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("="));
  return new Map(pairs.map(([name = "", value = ""]) => [name, value]));
}

/** The id that a browser has from an earlier visit, read from its `Cookie` header. */
export function knownBuyer(header: string | undefined): string | undefined {
  const name = cookies(header).get("buyer");
  return name && /^[\w-]{22}$/.test(name) ? name : undefined;
}

/** Recognizes the browser, or gives it an id, and keeps the language that `?lang=` asks for. */
export function visitOf(request: Request, response: Response): Visit {
  const buyer = knownBuyer(request.headers.cookie) ?? randomBytes(16).toString("base64url");
  response.cookie("buyer", buyer, lasting);
  const named = (locale: unknown) => languageAmong(locale, ["es", "en"]);
  const asked = named(request.query.lang);
  const language: Language = asked ?? named(cookies(request.headers.cookie).get("lang")) ?? "es";
  if (asked !== undefined) response.cookie("lang", language, lasting);
  const query = new URLSearchParams(request.originalUrl.split("?")[1]);
  query.set("lang", language === "es" ? "en" : "es");
  // Two slashes at its start would make a link to another host.
  const path = request.path.replace(/^\/+/, "/");
  return { buyer, language, inOtherLanguage: `${path}?${query.toString()}` };
}

import { type LanguageRange, languageAmong, languageRanges } from "@ventanilla/web";
import type { Language } from "../hosted/purchase.ts";
import type { HttpRequest } from "../http/request.ts";

/** The language that `?lang=` asks for, also as a locale (`en_US`); undefined for any other value. */
export function chosenLanguage({ query }: Pick<HttpRequest, "query">): Language | undefined {
  return languageAmong(query.get("lang"), ["es", "en"]);
}

/** The language that a browser prefers, by its Accept-Language (RFC 9110, section 12.5.4). Default: Spanish */
export function preferredLanguage(acceptLanguage: string): Language {
  const ranges = languageRanges(acceptLanguage.toLowerCase());
  return rankOf("en", ranges) < rankOf("es", ranges) ? "en" : "es";
}

/** The place of a language among the ranges; infinite when the browser does not accept it. */
function rankOf(language: Language, ranges: readonly LanguageRange[]): number {
  const own = ranges.findIndex(({ range }) => range === language || range.startsWith(`${language}-`));
  const rank = own >= 0 ? own : ranges.findIndex(({ range }) => range === "*");
  return (ranges[rank]?.quality ?? 0) > 0 ? rank : Number.POSITIVE_INFINITY;
}

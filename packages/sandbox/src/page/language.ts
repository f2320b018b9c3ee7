import type { Language } from "../hosted/purchase.ts";
import type { HttpRequest } from "../http/request.ts";

/** The language that `?lang=` asks for; undefined for any other value. */
export function chosenLanguage({ query }: Pick<HttpRequest, "query">): Language | undefined {
  const chosen = query.get("lang");
  return chosen === "es" || chosen === "en" ? chosen : undefined;
}

/** The language that a browser prefers, by its Accept-Language (RFC 9110, section 12.5.4). Default: Spanish */
export function preferredLanguage(acceptLanguage: string): Language {
  const ranges = rangesOf(acceptLanguage);
  return rankOf("en", ranges) < rankOf("es", ranges) ? "en" : "es";
}

type Range = { tag: string; quality: number };

/** The ranges of an Accept-Language, the preferred ones first; those of one quality in the order of the header. */
function rangesOf(acceptLanguage: string): Range[] {
  return acceptLanguage
    .toLowerCase()
    .split(",")
    .map((part) => {
      const [tag = "", quality = "1"] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: Number(quality) || 0 };
    })
    .toSorted((a, b) => b.quality - a.quality);
}

/** The place of a language among the ranges; infinite when the browser does not accept it. */
function rankOf(language: Language, ranges: readonly Range[]): number {
  const own = ranges.findIndex(({ tag }) => tag === language || tag.startsWith(`${language}-`));
  const rank = own >= 0 ? own : ranges.findIndex(({ tag }) => tag === "*");
  return (ranges[rank]?.quality ?? 0) > 0 ? rank : Number.POSITIVE_INFINITY;
}

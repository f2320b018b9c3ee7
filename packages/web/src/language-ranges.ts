import { languageTag } from "./language-tag.ts";

/** A range of an `Accept-Language` header. */
export interface LanguageRange {
  /** A language tag, or `*`; of a locale as POSIX writes it, its tag. */
  readonly range: string;
  /** From 0, not accepted, to 1. */
  readonly quality: number;
}

/**
 * The ranges of an `Accept-Language` header, the preferred ones first; those of one quality in the order of the header.
 * @param header its value, of which the first 1,000 characters are read
 * @returns all ranges, those with the quality 0 last
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 * @example
 * languageRanges("es;q=0.1, en"); // [{ range: "en", quality: 1 }, { range: "es", quality: 0.1 }]
 */
export function languageRanges(header: string): LanguageRange[] {
  return header
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [range = "", quality = ""] = part.trim().split(/\s*;\s*q=/i);
      return {
        range: languageTag(range),
        quality: quality === "" ? 1 : Math.min(Math.max(Number(quality) || 0, 0), 1),
      };
    })
    .filter(({ range }) => range !== "")
    .toSorted((a, b) => b.quality - a.quality);
}

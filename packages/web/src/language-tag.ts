/**
 * The language tag of a locale, also of one as POSIX writes it.
 * @param locale such as `es-DO`, `es_DO` or `es_DO.UTF-8`
 * @returns a tag as BCP 47 writes it; empty for `C` and `POSIX`, which name no language
 * @see https://www.rfc-editor.org/rfc/rfc5646
 * @example
 * languageTag("es_DO.UTF-8"); // "es-DO"
 */
export function languageTag(locale: string): string {
  const tag = locale
    .trim()
    .replace(/[.@].*$/s, "")
    .replaceAll("_", "-");
  return tag === "C" || tag === "POSIX" ? "" : tag;
}

/**
 * The language that a locale names by its first part, if it is one of those that are known.
 * @param locale anything: only a text names a language
 * @param known in small letters
 * @returns the language, or `undefined`
 * @example
 * languageAmong("en_US", ["es", "en"]); // "en"
 */
export function languageAmong<const Language extends string>(
  locale: unknown,
  known: readonly Language[],
): Language | undefined {
  if (typeof locale !== "string") return undefined;
  const [first] = languageTag(locale.slice(0, 100)).toLowerCase().split("-");
  return known.find((language) => language === first);
}

/**
 * Writes times for people. A formatter takes longer to make than to use: keep it. In Spanish noon is `12 m.`: whoever
 * reads `12:00 p. m.` may take it for midnight.
 * @param language of the words. Spanish is that of the Dominican Republic, and takes the place of one without such words
 * @param options the parts of a time, and the time zone
 * @returns a function of milliseconds since the epoch
 * @example
 * const day = timeFormat("es", { dateStyle: "long", timeZone: "America/Santo_Domingo" });
 */
export function timeFormat(language: string, options: Intl.DateTimeFormatOptions): (ms: number) => string {
  const formatter = new Intl.DateTimeFormat([language === "es" ? "es-DO" : language, "es-DO"], options);
  // No line breaks between a time and its a. m.
  const written = (ms: number) => formatter.format(ms).replace(/ (?=[ap]\.)|\u202f|(?<=\.) (?=m)/g, "\u00a0");
  return (ms) => written(ms).replace(/(?<![\d:])(12(?::00)?)\u00a0p\.\u00a0m\./, "$1\u00a0m.");
}

/**
 * How long a time is, in whole minutes and in the same words in every language.
 * @param ms a time in milliseconds
 * @returns one line: `24 min`, `2 h 05 min`
 * @example
 * spanText(7_500_000); // "2 h 05 min"
 */
export function spanText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}\u00a0min` : `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, "0")}\u00a0min`;
}

/**
 * Keeps a text on one line: a time, an amount with its words.
 * @param text with spaces
 * @returns the same with no-break spaces
 * @example
 * wholeText("21 nov 2026"); // no line ends in it
 */
export const wholeText = (text: string): string => text.replaceAll(" ", "\u00a0");

/**
 * Keeps the names in a text whole: no line ends within `3-D Secure`, `UTF-8`, `check-in` or `check-out`.
 * @param text for a page
 * @returns the same with characters that join and are not seen
 * @example
 * wholeNames("A 3-D Secure challenge"); // no line ends behind the hyphen
 */
export const wholeNames = (text: string): string =>
  text.replace(/\b(?:3-D Secure|UTF-8|check-(?:in|out))/g, (name) => wholeText(name).replace("-", "-\u2060"));

/**
 * A date as people write it, the day first (`20/11/2026`, `20-11-26`, or `20112026` where a telephone shows digits alone),
 * as the `2026-11-20` that a batch is named by.
 * @param written by a person: a date field would ask in the browser's language, not in the page's
 * @returns what is not a date as it is, without the spaces around it
 * @example
 * isoDate("20/11/26"); // "2026-11-20"
 */
export function isoDate(written: string): string {
  const parted = written.replace(/^\s*(\d\d)(\d\d)(20\d\d)\s*$/, "$1/$2/$3");
  const [, day = "", month = "", year = ""] = /^\s*(\d\d?)[/.-](\d\d?)[/.-](\d{4}|\d\d)\s*$/.exec(parted) ?? [];
  return day === "" ? written.trim() : `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

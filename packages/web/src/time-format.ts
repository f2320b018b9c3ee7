/**
 * Writes times for people. A formatter takes longer to make than to use: keep it.
 * @param language Spanish is that of the Dominican Republic
 * @param options the parts of a time, and the time zone
 * @returns a function of milliseconds since the epoch
 * @example
 * const day = timeFormat("es", { dateStyle: "long", timeZone: "America/Santo_Domingo" });
 */
export function timeFormat(language: "es" | "en", options: Intl.DateTimeFormatOptions): (ms: number) => string {
  const formatter = new Intl.DateTimeFormat(language === "es" ? "es-DO" : "en-US", options);
  // No line breaks between a time and its a. m.
  return (ms) => formatter.format(ms).replace(/ (?=[ap]\.)|\u202f|(?<=\.) (?=m)/g, "\u00a0");
}

import { usualBatchClose } from "@ventanilla/client";
import { type Html, html, timeFormat } from "@ventanilla/web";

/** The languages of the pages, and of receipts. */
export type Language = "es" | "en";

/** The bank's: Santo Domingo. */
const { timeZone } = usualBatchClose;

const timesIn = (language: Language) => ({
  moment: timeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone }),
  day: timeFormat(language, { dateStyle: "long", timeZone }),
});

/** Writes times as the bank's statements have them. */
export const times = { es: timesIn("es"), en: timesIn("en") };

/** The link from a page in one language to the same page in the other. */
export function otherLanguage(language: Language): Html {
  const [code, name] = language === "es" ? ["en", "English"] : ["es", "Español"];
  return html`<a href="?lang=${code}" hreflang="${code}" lang="${code}">${name}</a>`;
}

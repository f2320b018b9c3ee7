import type { IncomingMessage } from "node:http";
import { usualBatchClose } from "@ventanilla/client";
import { type Html, html, languageAmong, languageRanges, timeFormat } from "@ventanilla/web";

/** The languages of the pages, and of receipts. */
export type Language = "es" | "en";

/** The language that the page asks for, else the browser's, else Spanish. */
export function languageOf(asked: string | null, { headers }: IncomingMessage): Language {
  const ranges = languageRanges(`${asked ?? ""},${headers["accept-language"] ?? ""}`);
  const wished = ranges.map(({ range, quality }) => (quality > 0 ? languageAmong(range, ["es", "en"]) : undefined));
  return wished.find((language) => language !== undefined) ?? "es";
}

export function otherLanguage(language: Language): Html {
  const [code, name] = language === "es" ? ["en", "English"] : ["es", "Español"];
  return html`<a href="?lang=${code}" hreflang="${code}" lang="${code}">${name}</a>`;
}

const { timeZone } = usualBatchClose;
const timesIn = (language: Language) => ({
  moment: timeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone }),
  day: timeFormat(language, { dateStyle: "long", timeZone }),
  hour: timeFormat(language, { timeStyle: "short", timeZone }),
});

/** Writes times as the bank's statements have them: those of Santo Domingo. */
export const times = { es: timesIn("es"), en: timesIn("en") };

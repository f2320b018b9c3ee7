import { formatMoney, timeFormat } from "@ventanilla/web";
import type { Language } from "./texts.ts";

/** The ITBIS (18 %) contained in a price that includes it, in cents, rounded half up, with integers only. */
export function itbisIn(total: number): number {
  return Math.floor((total * 36 + 118) / 236);
}

/** `RD$ 2,950.00`: an amount in cents of a peso. */
export function formatPesos(minor: number): string {
  return formatMoney({ minor, currency: "DOP" });
}

/** The shop's: Santo Domingo. */
const timeZone = "America/Santo_Domingo";

/** When something happened. */
export function formatTime(milliseconds: number, language: Language): string {
  return timeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone })(milliseconds);
}

/** The same of a day that is known. */
export function formatHour(milliseconds: number, language: Language): string {
  return timeFormat(language, { timeStyle: "short", timeZone })(milliseconds);
}

import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import type { Texts } from "./texts.ts";

export const texts: Record<"es" | "en", Texts> = { es, en };

/** Spanish, unless English was asked for. */
export function languageOf(value: unknown): "es" | "en" {
  return typeof value === "string" && /^en\b/i.test(value) ? "en" : "es";
}

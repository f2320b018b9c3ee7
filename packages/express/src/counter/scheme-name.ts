import type { CardScheme } from "@ventanilla/client";
import type { CounterLanguage } from "./texts/texts.ts";

const unknown: Record<CounterLanguage, string> = { es: "Marca desconocida", en: "Unknown scheme" };

/** A card scheme as people read it: Mastercard as it spells itself. */
export function schemeName(scheme: CardScheme | "other", language: CounterLanguage): string {
  if (scheme === "other") return unknown[language];
  return scheme === "MasterCard" ? "Mastercard" : scheme;
}

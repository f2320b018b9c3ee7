import type { CardScheme } from "@ventanilla/client";
import type { CounterLanguage } from "./texts/texts.ts";

const unknown: Record<CounterLanguage, string> = { es: "Marca desconocida", en: "Unknown scheme" };

/** The name of a card scheme for people. Mastercard has its own spelling. */
export function schemeName(scheme: CardScheme | "other", language: CounterLanguage): string {
  if (scheme === "other") return unknown[language];
  return scheme === "MasterCard" ? "Mastercard" : scheme;
}

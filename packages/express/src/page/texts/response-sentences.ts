import { type BuyerSentence, buyerSentences } from "@ventanilla/client";

/** The client's sentences in one of its two languages. */
export function responseSentences(language: "es" | "en"): Record<BuyerSentence, string> {
  const entries = Object.entries(buyerSentences).map(([name, sentence]) => [name, sentence[language]] as const);
  return Object.fromEntries(entries) as Record<BuyerSentence, string>;
}

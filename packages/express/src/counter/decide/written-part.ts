import type { Money } from "@ventanilla/client";
import { formatMoney, writtenAmount } from "@ventanilla/web";
import { wrongTexts } from "../texts/check.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/** Reads an amount above zero, at most as much as was asked and in its currency. `undefined` for any other text. */
export function writtenPart(text: string, asked: Money): Money | undefined {
  const part = writtenAmount(text, asked.currency);
  return part !== undefined && part.minor > 0 && part.minor <= asked.minor ? part : undefined;
}

/** Why {@link writtenPart} reads nothing: the first reason of all. */
export function whyNoPart(text: string, most: Money, language: CounterLanguage): string {
  const words = wrongTexts[language].amount;
  if (text === "") return words.missing;
  const isRead = (writtenAmount(text, most.currency)?.minor ?? 0) > 0;
  return isRead ? words.over(text, formatMoney(most)) : words.unread(text);
}

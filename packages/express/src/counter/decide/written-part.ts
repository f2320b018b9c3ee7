import type { Money } from "@ventanilla/client";
import { writtenAmount } from "@ventanilla/web";

/** Reads an amount above zero, at most as much as was asked and in its currency. `undefined` for any other text. */
export function writtenPart(text: string, asked: Money): Money | undefined {
  const part = writtenAmount(text, asked.currency);
  return part !== undefined && part.minor > 0 && part.minor <= asked.minor ? part : undefined;
}

import type { Money } from "@ventanilla/client";
import { currencyOfSign } from "@ventanilla/web";

/**
 * Reads an amount as people write it: `1000`, `1,000.00`, `RD$ 1,000.00`. At most what the bank can be asked for.
 * @param currency the currency that it must have. Default: what is written, else DOP
 * @returns `undefined` for a text that is not an amount, is in another currency, or has more than two decimals or more
 * than ten digits before the decimal point
 */
export function writtenAmount(text: string, currency?: Money["currency"]): Money | undefined {
  const [, sign, whole, cents = ""] =
    /^(RD\$|US\$)?\s*(\d{1,10}|\d{1,3}(?:,\d{3}){1,2}|\d(?:,\d{3}){3})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const written = sign === undefined ? currency : currencyOfSign(sign);
  if (currency !== undefined && written !== currency) return undefined;
  return { minor: Number(`${whole.replaceAll(",", "")}${cents.padEnd(2, "0")}`), currency: written ?? "DOP" };
}

/** Reads an amount above zero, at most as much as was asked and in its currency. `undefined` for any other text. */
export function writtenPart(text: string, asked: Money): Money | undefined {
  const part = writtenAmount(text, asked.currency);
  return part !== undefined && part.minor > 0 && part.minor <= asked.minor ? part : undefined;
}

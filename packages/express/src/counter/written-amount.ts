import type { Money } from "@ventanilla/client";

/**
 * An amount as people write it: `1000`, `1,000.00`, `RD$ 1,000.00`. At most what the bank can be asked for.
 * @param currency what it has to be in. Default: what is written, else DOP
 * @returns `undefined` where it is none, is in another currency, has more than two decimals, or more than ten digits before
 * the decimal point
 */
export function writtenAmount(text: string, currency?: Money["currency"]): Money | undefined {
  const [, sign, whole, cents = ""] =
    /^(RD\$|US\$)?\s*(\d{1,10}|\d{1,3}(?:,\d{3}){1,2}|\d(?:,\d{3}){3})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const written = sign === undefined ? (currency ?? "DOP") : sign === "US$" ? "USD" : "DOP";
  if (whole === undefined || (currency ?? written) !== written) return undefined;
  return { minor: Number(`${whole.replaceAll(",", "")}${cents.padEnd(2, "0")}`), currency: written };
}

/** An amount above zero, of at most what was asked and in its currency; `undefined` for any other text. */
export function writtenPart(text: string, asked: Money): Money | undefined {
  const part = writtenAmount(text, asked.currency);
  return part !== undefined && part.minor > 0 && part.minor <= asked.minor ? part : undefined;
}

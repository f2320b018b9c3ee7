import { ArgumentError } from "./argument-error.ts";

/** Currencies by ISO code, and their signs. */
const signs = [
  ["DOP", "RD$"],
  ["USD", "US$"],
] as const;

/**
 * The currency that people write with a sign or with its ISO code.
 * @param written `RD$`, `US$`, `DOP` or `USD`, in upper case
 * @returns undefined for any other text
 * @example
 * currencyOfSign("RD$"); // "DOP"
 */
export function currencyOfSign(written: string): "DOP" | "USD" | undefined {
  return signs.find(([code, sign]) => written === code || written === sign)?.[0];
}

/**
 * Minor units as text in major units, with two decimals and a point. No float takes part.
 * @param minor a whole number of minor units, of a currency with two decimals
 * @returns the digits without separators, after a minus when it is negative
 * @example
 * decimalText(295_000); // "2950.00"
 */
export function decimalText(minor: number | bigint): string {
  const digits = String(minor).replace("-", "").padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Writes an amount as Dominicans do, the same in every language: `RD$ 2,950.00`. Any other currency is written with its
 * ISO code. In right-to-left text, put the amount into `<bdi>`.
 * @param amount in minor units, of a currency with two decimals; before a negative amount stands a minus sign, U+2212
 * @returns the sign, a no-break space, and the amount in major units
 * @throws ArgumentError where `minor` is a number and not a safe integer: an amount is never rounded
 * @example
 * formatMoney({ minor: 42_000, currency: "DOP" }); // "RD$ 420.00"
 */
export function formatMoney({ minor, currency }: { minor: number | bigint; currency: string }): string {
  if (typeof minor === "number" && !Number.isSafeInteger(minor)) {
    throw new ArgumentError("formatMoney: minor: expected a whole number of minor units");
  }
  const grouped = decimalText(minor)
    .replace("-", "")
    .replace(/\B(?=(?:\d{3})+\.)/g, ",");
  const sign = signs.find(([code]) => code === currency)?.[1] ?? currency;
  return `${minor < 0 ? "\u2212" : ""}${sign}\u00a0${grouped}`;
}

/**
 * Reads an amount as people write it: `1000`, `1,000.00`, `RD$ 1,000.00`. At most what the bank can be asked for.
 * @param text without spaces around it
 * @param currency the currency that it must have. Default: what is written, else DOP
 * @returns `undefined` for a text that is not an amount, is in another currency, or has more than two decimals or more
 * than ten digits before the decimal point
 * @example
 * writtenAmount("RD$ 2,950.00"); // { minor: 295_000, currency: "DOP" }
 */
export function writtenAmount(
  text: string,
  currency?: "DOP" | "USD",
): { minor: number; currency: "DOP" | "USD" } | undefined {
  const [, sign, whole, cents = ""] =
    /^(RD\$|US\$)?\s*(\d{1,10}|\d{1,3}(?:,\d{3}){1,2}|\d(?:,\d{3}){3})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const written = sign === undefined ? currency : currencyOfSign(sign);
  if (currency !== undefined && written !== currency) return undefined;
  return { minor: Number(`${whole.replaceAll(",", "")}${cents.padEnd(2, "0")}`), currency: written ?? "DOP" };
}

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
 * @param amount in minor units, of a currency with two decimals; a negative amount has a minus before the sign
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
  return `${minor < 0 ? "-" : ""}${sign}\u00a0${grouped}`;
}

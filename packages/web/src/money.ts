import { ArgumentError } from "./argument-error.ts";

const signs: Record<string, string | undefined> = { DOP: "RD$", USD: "US$" };

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
  if (typeof minor === "number" && !Number.isSafeInteger(minor))
    throw new ArgumentError("formatMoney: minor: expected a whole number of minor units");
  const digits = String(minor).replace("-", "").padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${minor < 0 ? "-" : ""}${signs[currency] ?? currency}\u00a0${whole}.${digits.slice(-2)}`;
}

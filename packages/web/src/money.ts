import { ArgumentError } from "./argument-error.ts";

const signs: Record<string, string | undefined> = { DOP: "RD$", USD: "US$" };

/**
 * Writes an amount as Dominicans do, the same in every language: `RD$ 2,950.00`. The space does not break. Another
 * currency stands under its ISO code. In right-to-left text, put it into `<bdi>`.
 * @param amount in minor units, of a currency with two decimals; below zero, a minus stands before the sign
 * @returns the sign, a no-break space, and the amount in major units
 * @throws ArgumentError where `minor` is a number and no safe integer: an amount is never rounded
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

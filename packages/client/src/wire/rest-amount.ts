import { decimalText } from "@ventanilla/web";
import { maxMinor } from "./shared-values.ts";

/**
 * Minor units as a REST amount: major units with two decimals.
 * @param minor a whole number
 * @returns the amount as text, such as `2950.00`
 * @see docs/contributing/contract.md#2.1
 * @example
 * restAmount(295_000); // "2950.00"
 */
export function restAmount(minor: number): string {
  return decimalText(minor);
}

/**
 * The minor units of a REST amount as it comes over the wire, in major units with at most two decimals. No float ever
 * takes part.
 * @param value a string or a number
 * @returns undefined when it is anything else
 * @see docs/contributing/contract.md#2.1
 * @example
 * parseRestAmount("1234.87"); // 123_487
 */
export function parseRestAmount(value: unknown): number | undefined {
  const written = typeof value === "number" ? String(value) : value;
  if (typeof written !== "string" || written.length > 20) return undefined;
  const [, whole, decimals = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(written) ?? [];
  if (whole === undefined) return undefined;
  const minor = Number(whole + decimals.padEnd(2, "0"));
  return minor <= maxMinor ? minor : undefined;
}

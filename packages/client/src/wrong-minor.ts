/** What came in place of minor units: a number or a text of one with its type, and the cents that it probably means. */
export function wrongMinor(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") return Array.isArray(value) ? "an array" : "an object";
  const type = typeof value;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return `a ${type}`;
  // Only what reads as an amount is shown: a longer one may be a card number.
  const written = String(value).trim();
  if (type === "string" && !/^-?[\d.,]{1,13}$/.test(written)) return "a string";
  const cents = centsOf(written);
  return `${type === "string" ? `"${written}"` : written}, a ${type}${cents === undefined ? "" : `: ${cents}`}`;
}

function centsOf(written: string): string | undefined {
  const digits = written.replaceAll(",", "");
  if (/^-?\d{1,15}$/.test(digits)) return `as a number of cents it is ${digits}`;
  const [, whole, fraction] = /^(-?\d{1,13})\.(\d{1,2})$/.exec(digits) ?? [];
  if (whole === undefined || fraction === undefined) return undefined;
  return `cents are ${BigInt(whole + fraction.padEnd(2, "0"))}`;
}

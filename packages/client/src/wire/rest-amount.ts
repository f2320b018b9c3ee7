/** Ten digits before the point, as `restFields.amount` has it. */
const maxMinor = 999_999_999_999;

/** Minor units as a REST amount: major units with two decimals, `295000` is `2950.00` (contract §2.1). */
export function restAmount(minor: number): string {
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The minor units of a REST amount as it comes over the wire: a string or a number in major units, with at most two
 * decimals (`"2950.00"`, `2950`, `1234.87`). Undefined when it is anything else. No float ever takes part.
 */
export function parseRestAmount(value: unknown): number | undefined {
  const written = typeof value === "number" ? String(value) : value;
  if (typeof written !== "string" || written.length > 20) return undefined;
  const [, whole, decimals = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(written) ?? [];
  if (whole === undefined) return undefined;
  const minor = Number(whole + decimals.padEnd(2, "0"));
  return minor <= maxMinor ? minor : undefined;
}

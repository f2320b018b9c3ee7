// Amounts and cards as `formatMoney` and `formatCard` of @ventanilla/web write them, for the browser; a test holds the two alike.

const signs = { DOP: "RD$", USD: "US$" };

/** An amount in minor units as Dominicans write it in both languages: `RD$ 2,950.00`; a dash where there is none. */
export function amount(minor, currency) {
  if (minor === undefined || minor === null) return "—";
  const digits = String(Math.abs(minor)).padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ",");
  const sign = currency === undefined ? "" : `${signs[currency] ?? currency}\u00a0`;
  return `${minor < 0 ? "\u2212" : ""}${sign}${whole}.${digits.slice(-2)}`;
}

/** A masked card number as receipts have it: `•••• 0050`; nothing where there is none. */
export function card(masked) {
  return masked && `••••\u00a0${masked.slice(-4)}`;
}

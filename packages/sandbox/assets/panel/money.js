// Amounts as @ventanilla/web writes them, for the browser; a test holds the two alike.

const signs = { DOP: "RD$", USD: "US$" };
const money = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount in minor units as Dominicans write it in both languages: `RD$ 2,950.00`; a dash where there is none. */
export function amount(minor, currency) {
  if (minor === undefined || minor === null) return "—";
  return `${signs[currency] ? `${signs[currency]}\u00a0` : ""}${money.format(minor / 100)}`;
}

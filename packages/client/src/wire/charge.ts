/** The operations that charge an amount on a card or hold it; the others refer to one of them. */
export const charges = ["sale", "checkIn"] as const;
/** One of {@link charges}. */
export type Charge = (typeof charges)[number];

/**
 * Whether an operation takes a card, and so charges an amount or holds it. The others refer to an earlier charge.
 * @param operation an operation of REST, or undefined
 * @returns true for a sale and a check-in
 * @example
 * isCharge("checkIn"); // true
 */
export const isCharge = (operation: string | undefined): operation is Charge =>
  operation === "sale" || operation === "checkIn";

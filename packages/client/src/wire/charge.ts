/** The operations that charge an amount on a card or hold it; the others refer to one of them. */
export const charges = ["sale", "checkIn"] as const;
export type Charge = (typeof charges)[number];

/**
 * Whether an operation is a sale or a check-in.
 * @param operation an operation of REST; undefined is none
 * @returns whether it charges an amount or holds it
 */
export const isCharge = (operation: string | undefined): operation is Charge =>
  operation === "sale" || operation === "checkIn";

import { randomBytes } from "node:crypto";
import { checkOrderId, fitsOrderId } from "@ventanilla/client";
import { orderLabel } from "./check-order.ts";
import type { Order } from "./order.ts";

/** Digits and letters that nobody confuses on the telephone: without I, L, O and U. */
const characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 15;

/**
 * A reference for an order whose id the bank does not take: V and 14 characters, of 70 random bits. As long as an
 * invoice number of a REST operation may be (contract §2.1). The store ensures that it is unique.
 */
export function newReference(): string {
  const rest = Array.from(randomBytes(length - 1), (byte) => characters[byte % characters.length]);
  return `V${rest.join("")}`;
}

/**
 * Checks the reference that `order()` gives.
 * @throws ArgumentError
 */
export function checkReference(id: string, { orderReference }: Order): void {
  if (orderReference !== undefined) checkOrderId(orderReference, `${orderLabel(id)}.orderReference`);
}

/**
 * The reference that the bank gets for an order's first attempt: what `order()` gave, or a new one where the bank does
 * not take the id. `undefined`: the bank gets the id.
 */
export function referenceFor(id: string, { orderReference }: Order): string | undefined {
  if (orderReference !== undefined) return orderReference === id ? undefined : orderReference;
  return fitsOrderId(id) ? undefined : newReference();
}

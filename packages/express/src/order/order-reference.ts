import { randomBytes } from "node:crypto";
import { checkOrderId, fitsOrderId } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import type { ShopStore } from "../stores/store.ts";
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

/**
 * Finds the attempts at an order by its id, or by its reference at the bank, oldest first. Only for people, who see
 * whose attempts they are: a program asks by the id, because one order's reference may be the id of another that was
 * never launched.
 * @param name the order's id, or what the bank knows it by
 */
export async function attemptsByName(
  store: Pick<ShopStore, "attemptsOf" | "orderByReference">,
  name: string,
): Promise<Attempt[]> {
  const attempts = await store.attemptsOf(name);
  if (attempts.length > 0 || !fitsOrderId(name)) return attempts;
  const order = await store.orderByReference(name);
  return order === undefined ? attempts : store.attemptsOf(order);
}

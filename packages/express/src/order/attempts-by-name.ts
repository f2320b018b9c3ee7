import { fitsOrderId } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import type { ShopStore } from "../stores/store.ts";

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

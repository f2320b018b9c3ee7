import { ArgumentError } from "@ventanilla/client";
import { decideInsertion } from "../attempt/may-be-launched.ts";
import type { AttemptDraft, Insertion } from "../attempt/order-rows.ts";
import type { ShopStore } from "./store.ts";

/**
 * Inserts the draft, unless the order is paid, blocked, or has a live attempt that it can join; see {@link Insertion}.
 * From then on `findAttempt` finds `attempt` by the id of the draft, unless another attempt owns that id.
 * @param store what is kept of the shop
 * @param draft the attempt that the launch would get
 * @param joinableUntil an earlier attempt is joined only if it can still be paid after this time, in milliseconds since
 * the epoch
 * @returns what became of the draft
 * @throws ArgumentError when the order id holds a NUL, or half of a character
 * @throws OrderReferenceTakenError when another order has the reference of the draft: then nothing is written
 * @throws AlikeOrderError when another order has its spelling: then nothing is written
 * @example
 * const { kind, attempt } = await insertAttempt(store.shop("larimar"), draft, Date.now() + 5 * 60_000);
 */
export async function insertAttempt(
  store: Pick<ShopStore, "inOrder">,
  draft: AttemptDraft,
  joinableUntil: number,
): Promise<Insertion> {
  // No engine keeps a NUL in a text, and none half of a character: some refuse to look for one.
  if (/\0|\p{Surrogate}/u.test(draft.order)) throw new ArgumentError("order: holds a NUL, or half of a character");
  return store.inOrder(draft.order, (rows, now) => decideInsertion(rows, draft, joinableUntil, now));
}

import { decisiveAttempt } from "./attempt/order-view.ts";
import { isSafeToRetry } from "./attempt/outcome.ts";
import type { ShopStore } from "./stores/store.ts";

/**
 * Whether the buyer may have been charged: by the attempt of this launch or, with `order`, by any attempt at that
 * order. A launch that is sent again may already have been paid. `true` when the store fails, which proves nothing.
 * @param launch the launch's id; without one, only the order is checked
 */
export async function mayBeCharged(
  store: Pick<ShopStore, "findAttempt" | "attemptsOf">,
  { launch, order }: { launch: string | undefined; order?: string | undefined },
): Promise<boolean> {
  try {
    const known = launch === undefined ? undefined : await store.findAttempt(launch);
    if (known && !isSafeToRetry(known)) return true;
    return order !== undefined && decisiveAttempt(await store.attemptsOf(order)) !== undefined;
  } catch {
    return true;
  }
}

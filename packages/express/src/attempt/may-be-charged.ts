import type { Store } from "../stores/store.ts";
import { decisiveOf } from "./decisive.ts";
import { isSafeToRetry } from "./outcome.ts";

/**
 * Whether a launch may have charged the buyer, or with `order` another attempt at it. A launch that is sent again may
 * be one that was paid, and a store that fails proves nothing.
 * @param launch its id; not asked about without one
 */
export async function mayBeCharged(
  store: Pick<Store, "findAttempt" | "attemptsOf">,
  { launch, order }: { launch: string | undefined; order?: string | undefined },
): Promise<boolean> {
  try {
    const known = launch === undefined ? undefined : await store.findAttempt(launch);
    if (known && !isSafeToRetry(known)) return true;
    return order !== undefined && decisiveOf(await store.attemptsOf(order)) !== undefined;
  } catch {
    return true;
  }
}

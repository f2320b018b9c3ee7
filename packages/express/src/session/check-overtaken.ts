import { isHolding } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { heldUntil, holdsOrder, minTimeToPayMs } from "../attempt/holds-order.ts";
import { awaitsResolution } from "../attempt/needs-person.ts";
import { heldReason, LaunchRefusedError } from "../page/launch-refused-error.ts";
import type { ShopStore } from "../stores/store.ts";

/** Whatever the bank has said, and nothing has cast doubt on since. */
const saidAnyTime = 0;

/**
 * Looks at the order again once an attempt's session is there, which may have taken long: another attempt may have paid
 * meanwhile, or its buyer may have come back. Of the others the bank had said right before that nothing was charged: where
 * that still stands, nothing has happened since.
 * @throws LaunchRefusedError when the session must not be handed out
 */
export async function checkOvertaken(
  store: Pick<ShopStore, "attemptsOf">,
  { id, order, createdAt }: Attempt,
): Promise<void> {
  const others = (await store.attemptsOf(order)).filter((other) => other.id !== id);
  const paid = others.find(isHolding);
  if (paid !== undefined) throw new LaunchRefusedError({ reason: "already_paid", attempt: paid });
  const held = others.findLast(
    (other) =>
      awaitsResolution(other) || (holdsOrder(other, saidAnyTime) && heldUntil(other) > createdAt + minTimeToPayMs),
  );
  if (held !== undefined) throw new LaunchRefusedError({ reason: heldReason(held), attempt: held });
}

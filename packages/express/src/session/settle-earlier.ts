import { canBeQueried } from "../attempt/attempt.ts";
import { isHolding } from "../attempt/authorization.ts";
import { type AttemptDraft, isJoinable } from "../attempt/decide-insertion.ts";
import { awaitsResolution } from "../attempt/needs-person.ts";
import type { Settler } from "../settle.ts";
import type { ShopStore } from "../stores/store.ts";

/**
 * Asks the bank about the order's earlier sessions before a launch gets another one: their buyer may have paid and never
 * come back. The session that the launch joins is not asked about: it can be paid once.
 * @param joinableUntil see `Store.insertAttempt`
 */
export async function settleEarlier(
  store: Pick<ShopStore, "attemptsOf">,
  settler: Settler,
  draft: AttemptDraft,
  joinableUntil: number,
): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const attempts = await store.attemptsOf(draft.order);
    // The launch is refused, whatever the bank says of the others.
    if (attempts.some((attempt) => isHolding(attempt) || awaitsResolution(attempt))) return;
    const joinable = attempts.findLast((attempt) => isJoinable(attempt, draft, joinableUntil));
    const others = attempts.filter(
      (attempt) => attempt !== joinable && canBeQueried(attempt) && !asked.has(attempt.id),
    );
    if (others.length === 0) return;
    for (const { id } of others) asked.add(id);
    // An answer to a question from before this launch says nothing of what the buyer did since.
    await Promise.all(others.map((attempt) => settler.settle(attempt, { now: true })));
  }
}

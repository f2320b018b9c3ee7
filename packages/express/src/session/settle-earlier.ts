import { canBeQueried } from "../attempt/attempt.ts";
import type { Settler } from "../settle.ts";
import { isJoinable } from "../stores/rules.ts";
import type { AttemptDraft, Store } from "../stores/store.ts";

/**
 * Asks the bank about the order's earlier sessions before a launch gets another one: their buyer may have paid and never
 * come back. The session that the launch joins is not asked about: it can be paid once.
 * @param joinableUntil see `Store.insertAttempt`
 */
export async function settleEarlier(
  store: Pick<Store, "attemptsOf">,
  settler: Settler,
  draft: AttemptDraft,
  joinableUntil: number,
): Promise<void> {
  const attempts = await store.attemptsOf(draft.order);
  const joinable = attempts.findLast((attempt) => isJoinable(attempt, draft, joinableUntil));
  const others = attempts.filter((attempt) => attempt !== joinable && canBeQueried(attempt));
  await Promise.all(others.map((attempt) => settler.settle(attempt)));
}

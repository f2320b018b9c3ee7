import { isHolding } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { heldUntil, holdsOrder, minTimeToPayMs } from "../attempt/holds-order.ts";
import { decideInsertion, isJoinable } from "../attempt/may-be-launched.ts";
import { awaitsResolution } from "../attempt/needs-person.ts";
import type { AttemptDraft, Insertion } from "../attempt/order-rows.ts";
import { canBeQueried } from "../attempt/rules.ts";
import { heldReason, LaunchRefusedError } from "../page/launch-refused-error.ts";
import type { ShopStore } from "../stores/store.ts";

/**
 * Inserts the draft of a launch as the order is read, or says which earlier attempt serves or refuses it: one reading,
 * unless the bank has to be asked first. It is asked about the order's earlier sessions before a launch gets another
 * one: their buyer may have paid and never come back. The session that the launch joins is not asked about: it can be
 * paid once.
 * @param joinableUntil see `insertAttempt`
 * @param ask asks the bank about an attempt, now
 * @throws LaunchRefusedError when the id of the launch belongs to another order
 * @throws OrderReferenceTakenError, AlikeOrderError as `insertAttempt` does
 */
export async function insertLaunch(
  store: Pick<ShopStore, "inOrder" | "findAttempt">,
  draft: AttemptDraft,
  joinableUntil: number,
  ask: (attempt: Attempt) => Promise<unknown>,
): Promise<Insertion> {
  const asked = new Set<string>();
  let isKnown = false;
  /** @returns the attempt that the id of the launch belongs to */
  async function checkId(): Promise<Attempt | undefined> {
    const known = await store.findAttempt(draft.id);
    if (known && known.order !== draft.order) throw new LaunchRefusedError({ reason: "bad_request" });
    isKnown = true;
    return known;
  }
  for (;;) {
    const { earlier = [], insertion } = await store.inOrder<Outcome>(draft.order, (rows, now) => {
      const unasked = sessionsToAsk(rows.attempts, draft, joinableUntil).filter(({ id }) => !asked.has(id));
      if (unasked.length > 0) return { result: { earlier: unasked } };
      if (rows.taken.id === draft.id && !isKnown) return { result: {} };
      const { result, ...write } = decideInsertion(rows, draft, joinableUntil, now);
      return { result: { insertion: result }, ...write };
    });
    if (earlier.length > 0) {
      for (const { id } of earlier) asked.add(id);
      // An answer to a question from before this launch says nothing of what the buyer did since.
      await Promise.all(earlier.map(ask));
      continue;
    }
    if (insertion?.kind === "inserted") return insertion;
    // A form that is sent again brings an id that is known; anyone may send the id of another order's launch.
    const known = isKnown ? undefined : await checkId();
    if (insertion === undefined) continue;
    // While the launch was written, the attempt that it joins may have got its session.
    return known?.id === insertion.attempt.id ? { ...insertion, attempt: known } : insertion;
  }
}

/** What became of a reading: the sessions to ask about first, or the insertion; neither where the id is taken. */
interface Outcome {
  earlier?: Attempt[];
  insertion?: Insertion;
}

/** The sessions that the bank is asked about first. None where the launch is refused, whatever it says of them. */
function sessionsToAsk(attempts: readonly Attempt[], draft: AttemptDraft, joinableUntil: number): Attempt[] {
  if (attempts.some((attempt) => isHolding(attempt) || awaitsResolution(attempt))) return [];
  const joinable = attempts.findLast((attempt) => isJoinable(attempt, draft, joinableUntil));
  return attempts.filter((attempt) => attempt !== joinable && canBeQueried(attempt));
}

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

import { ArgumentError, fitsOrderId } from "@ventanilla/client";
import { isHolding } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import {
  AlikeOrderError,
  decideInsertion,
  heldUntil,
  holdsOrder,
  isJoinable,
  minTimeToPayMs,
  OrderReferenceTakenError,
} from "../attempt/may-be-launched.ts";
import { awaitsResolution } from "../attempt/needs-person.ts";
import type { AttemptDraft, Insertion } from "../attempt/order-rows.ts";
import { canBeQueried } from "../attempt/rules.ts";
import { newReference, orderLabel, spelledLike } from "../order/order-id.ts";
import { heldReason, LaunchRefusedError } from "../page/refused-launches.ts";
import type { ShopStore } from "../stores/store.ts";

type LaunchStore = Pick<ShopStore, "inOrder" | "findAttempt">;
type Ask = (attempt: Attempt) => Promise<unknown>;

/**
 * Returns the order's live attempt: a new one of the draft, or an earlier one, which the launch joins; and which of them.
 * @param launchedAt when the launch began, by the store's clock
 * @param ask asks the bank about an attempt, now
 * @throws LaunchRefusedError when an earlier attempt refuses the launch, or its id or spelling is another order's;
 * ArgumentError when another order has the reference that `order()` gave
 */
export async function insertLaunch(store: LaunchStore, draft: AttemptDraft, launchedAt: number, ask: Ask) {
  const { order, facts } = draft;
  const insert = (each: AttemptDraft) => insertOrAsk(store, each, launchedAt + minTimeToPayMs, ask);
  const withNewReference = () => ({ ...draft, facts: { ...facts, orderReference: newReference() } });
  const isNamed = facts.orderReference !== undefined || fitsOrderId(order);
  const inserted = insert(isNamed ? draft : withNewReference());
  const { kind, attempt } = await inserted.catch((error: unknown) => {
    if (error instanceof AlikeOrderError) {
      throw new LaunchRefusedError({ reason: "bad_request" }, spelledLike(error.order));
    }
    if (!(error instanceof OrderReferenceTakenError)) throw error;
    if (facts.orderReference === undefined) return insert(withNewReference());
    throw new ArgumentError(`${orderLabel(order)}.orderReference: expected one of this order alone`, { cause: error });
  });
  if (kind === "paid") throw new LaunchRefusedError({ reason: "already_paid", attempt });
  if (kind === "blocked") throw new LaunchRefusedError({ reason: heldReason(attempt), attempt });
  return { isNew: kind === "inserted", attempt };
}

/**
 * Inserts the draft of a launch as the order is read, or says which earlier attempt serves or refuses it: one reading,
 * unless the bank has to be asked first. It is asked about the order's earlier sessions before a launch gets another
 * one: their buyer may have paid and never come back. The session that the launch joins is not asked about: it can be
 * paid once.
 */
async function insertOrAsk(store: LaunchStore, draft: AttemptDraft, until: number, ask: Ask): Promise<Insertion> {
  const asked = new Set<string>();
  let isKnown = false;
  for (;;) {
    const { earlier, insertion } = await store.inOrder<Outcome>(draft.order, (rows, now) => {
      const unasked = sessionsToAsk(rows.attempts, draft, until).filter(({ id }) => !asked.has(id));
      if (unasked.length > 0) return { result: { earlier: unasked } };
      if (rows.taken.id === draft.id && !isKnown) return { result: {} };
      const { result, ...write } = decideInsertion(rows, draft, until, now);
      return { result: { insertion: result }, ...write };
    });
    if (earlier !== undefined) {
      for (const { id } of earlier) asked.add(id);
      // An answer to a question from before this launch says nothing of what the buyer did since.
      await Promise.all(earlier.map(ask));
      continue;
    }
    if (insertion?.kind === "inserted") return insertion;
    // A form that is sent again brings an id that is known; anyone may send the id of another order's launch.
    const known = isKnown ? undefined : await store.findAttempt(draft.id);
    if (known && known.order !== draft.order) throw new LaunchRefusedError({ reason: "bad_request" });
    isKnown = true;
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
function sessionsToAsk(attempts: readonly Attempt[], draft: AttemptDraft, until: number): Attempt[] {
  if (attempts.some((attempt) => isHolding(attempt) || awaitsResolution(attempt))) return [];
  const joinable = attempts.findLast((attempt) => isJoinable(attempt, draft, until));
  return attempts.filter((attempt) => attempt !== joinable && canBeQueried(attempt));
}

/**
 * Looks at the order again once an attempt's session is there, which may have taken long: another attempt may have paid
 * meanwhile, or its buyer may have come back. Of the others the bank had said right before that nothing was charged: where
 * that still stands, nothing has happened since.
 * @throws LaunchRefusedError when the session must not be handed out
 */
export async function checkOvertaken(store: Pick<ShopStore, "attemptsOf">, { id, order, createdAt }: Attempt) {
  const others = (await store.attemptsOf(order)).filter((other) => other.id !== id);
  const paid = others.find(isHolding);
  if (paid !== undefined) throw new LaunchRefusedError({ reason: "already_paid", attempt: paid });
  // 0: whenever the bank has said so, if nothing has cast doubt on it since.
  const holds = (other: Attempt) => holdsOrder(other, 0) && heldUntil(other) > createdAt + minTimeToPayMs;
  const held = others.findLast((other) => awaitsResolution(other) || holds(other));
  if (held !== undefined) throw new LaunchRefusedError({ reason: heldReason(held), attempt: held });
}

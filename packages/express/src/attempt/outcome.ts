import { type PartGivenBack, partsGivenBack } from "./approval.ts";
import type { Attempt, Facts } from "./attempt.ts";
import { awaitsResolution } from "./needs-person.ts";
import { canBeQueried } from "./rules.ts";

/**
 * The outcome of an attempt as the buyer sees it. `pending` and `unknown` are not known yet; after `declined`,
 * `cancelled`, `expired` and `failed` it is safe to pay again.
 */
export type Outcome = "pending" | "approved" | "declined" | "cancelled" | "expired" | "unknown" | "failed";

/**
 * The buyer's view of an attempt. `cancelled`: they came to the cancel address, and the bank had no result twice in a
 * row. `failed`: the launch never reached the bank. The bank is still asked about both: only its answer decides.
 */
export function outcomeOf(attempt: Attempt): Outcome {
  const { state, facts } = attempt;
  if (state === "preparing") return facts.launchFailure === undefined ? "pending" : "failed";
  if (state === "opened") return isCancelled(facts) ? "cancelled" : "pending";
  if (state === "unknown" || state === "review") return awaitsResolution(attempt) ? "unknown" : "expired";
  // Another card of the same session may be under way.
  return state === "declined" && canBeQueried(attempt) && facts.clearAt === undefined ? "pending" : state;
}

/** Whether the buyer came to the cancel address, the bank has no result, and there is no sign that a card was sent. */
function isCancelled({ returnedVia, emptyAnswers = 0, cardSentAt }: Facts): boolean {
  return returnedVia === "cancel" && emptyAnswers >= 2 && cardSentAt === undefined;
}

/** Whether one more answer without a result makes the attempt `cancelled`. */
export const isCancelledNext = ({ facts }: Attempt): boolean =>
  facts.emptyAnswers === 1 && isCancelled({ ...facts, emptyAnswers: 2 });

/** Whether the attempt has ended and charged nothing. A canceled one has: no card was sent. */
export const endedWithoutCharge = (outcome: Outcome): boolean =>
  ["declined", "cancelled", "expired", "failed"].includes(outcome);

/** Whether paying again cannot charge twice: the attempt {@link endedWithoutCharge}, and no person has to resolve it. */
export const isSafeToRetry = (attempt: Attempt): boolean =>
  endedWithoutCharge(outcomeOf(attempt)) && !awaitsResolution(attempt);

const shown = [
  "orderReference",
  "openedAt",
  "returnedAt",
  "returnedVia",
  "askedAt",
  "settledAt",
  "launchFailure",
  "capture",
  "captureOf",
  "duplicate",
  "released",
  "reversed",
  "handled",
  "verdict",
  "resolution",
] as const satisfies (keyof Facts)[];

/** An attempt for the merchant's own pages, without the session, its key and the token. See `Attempt`. */
export interface AttemptView
  extends Pick<Attempt, "id" | "order" | "state" | "transactionId" | "amount" | "tax" | "createdAt">,
    Pick<Facts, (typeof shown)[number]> {
  /** How the attempt looks to the buyer. */
  outcome: Outcome;
  /**
   * Whether paying again cannot charge twice. A `declined` attempt without a clear last answer of the bank is not safe:
   * a later card may have been charged.
   */
  safeToRetry: boolean;
  /** What went back of it, in the order in which it was recorded. Absent when nothing has. */
  givenBack?: readonly PartGivenBack[];
}

/** Returns what the merchant's own pages may show of an attempt. */
export function viewOf(attempt: Attempt): AttemptView {
  const { id, order, state, transactionId, amount, tax, createdAt, facts } = attempt;
  const known: Pick<Facts, (typeof shown)[number]> = Object.fromEntries(
    shown.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]]),
  );
  const seen = { outcome: outcomeOf(attempt), safeToRetry: isSafeToRetry(attempt) };
  const givenBack = partsGivenBack(attempt);
  const back = givenBack.length > 0 && { givenBack };
  return { id, order, state, transactionId, amount, tax, createdAt, ...seen, ...known, ...back };
}

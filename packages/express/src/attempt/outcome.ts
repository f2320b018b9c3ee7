import { type Attempt, canBeQueried, type Facts } from "./attempt.ts";

/** How an attempt looks to the buyer. */
export type Outcome = "pending" | "approved" | "declined" | "cancelled" | "expired" | "unknown" | "failed";

/**
 * The buyer's view of an attempt. `cancelled`: they left by the cancel address and the bank had no result, twice.
 * `failed`: the launch never reached the bank. Both are still watched; money decides, not the buyer's way.
 */
export function outcomeOf(attempt: Attempt): Outcome {
  const { state, facts } = attempt;
  switch (state) {
    case "preparing":
      return facts.launchFailure === undefined ? "pending" : "failed";
    case "opened":
      return isCancelled(facts) ? "cancelled" : "pending";
    case "declined":
      // Another card of the same session may be under way.
      return canBeQueried(attempt) && facts.clearAt === undefined ? "pending" : "declined";
    case "unknown":
    case "review":
      // A person has found out that it was not paid.
      return facts.resolution === undefined ? "unknown" : "expired";
    default:
      return state;
  }
}

/** They left by the cancel address, the bank has no result, and nothing shows that a card was ever sent. */
function isCancelled({ returnedVia, emptyAnswers = 0, cardSentAt }: Facts): boolean {
  return returnedVia === "cancel" && emptyAnswers >= 2 && cardSentAt === undefined;
}

/** Whether paying again cannot charge twice. A cancelled attempt is safe: nobody has sent a card. */
export function safeToRetry(outcome: Outcome): boolean {
  return outcome === "declined" || outcome === "cancelled" || outcome === "expired" || outcome === "failed";
}

const shown = [
  "openedAt",
  "returnedAt",
  "returnedVia",
  "askedAt",
  "settledAt",
  "launchFailure",
  "capture",
  "captureOf",
  "released",
  "verdict",
  "resolution",
] as const satisfies (keyof Facts)[];

/** An attempt for the merchant's own pages: everything but the session, its key and the token. */
export interface AttemptView
  extends Pick<Attempt, "id" | "order" | "state" | "transactionId" | "amount" | "tax" | "createdAt">,
    Pick<Facts, (typeof shown)[number]> {
  /** What the buyer is told. */
  outcome: Outcome;
}

/** @see AttemptView */
export function viewOf(attempt: Attempt): AttemptView {
  const { id, order, state, transactionId, amount, tax, createdAt, facts } = attempt;
  const known: Pick<Facts, (typeof shown)[number]> = Object.fromEntries(
    shown.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]]),
  );
  return { id, order, state, transactionId, amount, tax, createdAt, outcome: outcomeOf(attempt), ...known };
}

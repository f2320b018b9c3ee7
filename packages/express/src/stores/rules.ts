import { type Attempt, type Facts, isUnresolved, rank } from "../attempt/attempt.ts";
import type { AttemptDraft, EventType, Insertion } from "./store.ts";

/** For tests: the time that a store goes by, in milliseconds, in place of the host's. */
export interface StoreClock {
  now(): number;
}

/** TransactionIds are six digits, given in turn. */
export const firstTransactionId = 100_000;
export const lastTransactionId = 999_999;

/** The bank of an attempt from before banks were kept: whoever asks for it may be the one that knows its session. */
const anyBank = "";

/** Whether a launch of this draft is served by the attempt. */
export function isJoinable(attempt: Attempt, { amount, tax, bank, facts }: AttemptDraft, until: number): boolean {
  const { state, windowEndsAt = 0 } = attempt;
  const same =
    (attempt.bank === bank || attempt.bank === anyBank) &&
    attempt.facts.capture === facts.capture &&
    attempt.amount.minor === amount.minor &&
    attempt.tax.minor === tax.minor &&
    attempt.amount.currency === amount.currency;
  return same && (state === "preparing" || (state === "opened" && windowEndsAt > until));
}

/** What keeps an order from being captured once more: a capture that is done, in doubt, or open. */
export function earlierCapture(attempts: readonly Attempt[]): Insertion | undefined {
  const captures = attempts.filter(({ facts }) => facts.captureOf !== undefined);
  const find = (kind: Insertion["kind"], which: (attempt: Attempt) => boolean): Insertion | undefined => {
    const attempt = captures.findLast(which);
    return attempt && { kind, attempt };
  };
  return (
    find("paid", ({ state }) => state === "approved") ??
    find("blocked", isUnresolved) ??
    find("joined", ({ state }) => rank(state) <= rank("opened"))
  );
}

/** The id of an event, which stays the same over every repetition of what led to it. */
export function eventIdOf(type: EventType, { id, order }: Attempt): string {
  return type === "order.paid" ? `paid:${order}` : `${type.slice(type.indexOf(".") + 1)}:${id}`;
}

/** The facts of an approval whose reference another attempt was approved with: a person has to look. */
export function withTakenReference(facts: Facts): Facts {
  return { ...facts, verdict: { code: "00", ...facts.verdict, mismatch: ["RetrievalReferenceNumber"] } };
}

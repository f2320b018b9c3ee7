import { type Attempt, type Facts, rank } from "../attempt/attempt.ts";
import { longest } from "../attempt/longest.ts";
import { isUnresolved } from "../attempt/needs-person.ts";
import type { EventType } from "./outbox-event.ts";
import type { AttemptDraft, Insertion } from "./store.ts";

/** For tests: the clock of a store, instead of the clock of the host. */
export interface StoreClock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** TransactionIds are six digits, given in ascending order. */
export const firstTransactionId = 100_000;
export const lastTransactionId = 999_999;

/** The bank of an attempt that was written before banks were kept: any router may claim and join it. */
const anyBank = "";

/** Whether a launch with this draft can join the attempt. */
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

/** The capture that forbids a further one: it is done, in doubt, or open. */
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

/** The id of an event: the same for every repetition. */
export function eventIdOf(type: EventType, { id, order }: Attempt): string {
  return type === "order.paid" ? `paid:${order}` : `${type.slice(type.indexOf(".") + 1)}:${id}`;
}

/** What approvals are unique by: a reference of digits without the zeros before it, which people and spreadsheets drop. */
export const withoutZeros = (reference: string): string => reference.replace(/^0+(?=\d+$)/, "");

/** The spellings of a reference that are one: of digits, those with any number of zeros before it; the shortest first. */
export function spellingsOf(reference: string): string[] {
  if (!/^\d+$/.test(reference)) return [reference];
  const digits = withoutZeros(reference);
  const zeros = Math.max(reference.length, longest.reference) - digits.length;
  return Array.from({ length: zeros + 1 }, (_, count) => "0".repeat(count) + digits);
}

/** Whether a person has named the reference of the approval: it is refused where another attempt has it. */
export const isNamed = ({ resolution }: Facts): boolean => resolution?.reference !== undefined;

/** The facts of an approval with a reference that another attempt has, and that nobody named: it needs a person. */
export function withTakenReference(facts: Facts): Facts {
  return { ...facts, verdict: { code: "00", ...facts.verdict, mismatch: ["RetrievalReferenceNumber"] } };
}

import { type CardScheme, cardSchemeOf, type Merchant } from "@ventanilla/client";
import { approvedAmountOf, countedAmount, isPartial, partsGivenBack, sumGivenBack } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { canonicalCode, withoutZeros } from "./bank-numbers.ts";
import { type Section, sectionOf } from "./group.ts";
import { type DecisionKind, decisionKindOf } from "./needs-person.ts";
import { canBeQueried } from "./rules.ts";
import { isLive } from "./state.ts";

/**
 * What a store lists, counts and claims an attempt by: decided here, and written beside the attempt. `null`: it is not
 * found by this. Times are in milliseconds since the epoch, sums in minor units.
 */
export interface Shelf {
  /** The TransactionId of an attempt that may still be paid: unique among those. */
  liveTransactionId: string | null;
  /** The end of the window of an attempt that the buyer can pay. */
  payableUntil: number | null;
  /** The end of the window of an attempt that a buyer may have paid or may pay. */
  askedUntil: number | null;
  /** 1 where the bank has known it for long after the end of its window: that contradicts the clock. */
  overtime: number | null;
  /** 1 while the bank can be asked about it. */
  queryable: number | null;
  /** The one section of the counter's lists and sums that it is in. */
  section: Section;
  /** Why it waits for a person. */
  waitsFor: DecisionKind | null;
  /** When it reached its state; its creation, while that does not last. */
  reachedAt: number;
  /** When it was paid. Absent for what is only authorized. */
  paidAt: number | null;
  /** What it counts for. */
  counted: number;
  /** What went back of it. */
  reversed: number | null;
  /** What a person named of an approval in part. */
  part: number | null;
  /** 1 for an approval in part that nobody named. */
  unnamedPart: number | null;
  /** The scheme of its card. */
  scheme: CardScheme | "other" | null;
  /** Who is paid: the merchant's `number/terminal`, a space, and the name that the bank gets. */
  branch: string | null;
  /** The bank's reference, in the form by which it is found. */
  referenceKey: string | null;
  /** The authorization code, in the form by which it is found. */
  codeKey: string | null;
  /** The last four characters of the masked card. */
  lastFour: string | null;
}

/** A bank that knows a session for so long after its window contradicts the clock. */
const overtimeMs = 5 * 60_000;

const branchOf = ({ number, terminal, name }: Merchant): string =>
  `${number}/${terminal} ${typeof name === "string" ? name : name.owner}`;

/** Whether the bank is asked about the attempt until the end of its window. */
const isAsked = ({ state }: Attempt): boolean => state === "opened" || state === "declined" || state === "review";

/**
 * Where an attempt stands. Pure: the same for the same attempt.
 * @param attempt the attempt as it is going to be written
 * @returns what to write beside it
 * @example
 * const { section, waitsFor } = shelfOf(attempt);
 */
export function shelfOf(attempt: Attempt): Shelf {
  const { state, amount, createdAt, windowEndsAt, facts } = attempt;
  const { merchant } = facts;
  const { reference, authorizationCode, maskedCard } = facts.verdict ?? {};
  const isApproved = state === "approved";
  const isPaid = isApproved && facts.capture === undefined;
  const reachedAt = isLive(state) ? createdAt : (facts.settledAt ?? createdAt);
  const counted = isApproved ? countedAmount(attempt).minor : amount.minor;
  const named = isApproved && isPartial(attempt) ? approvedAmountOf(attempt) : undefined;
  return {
    liveTransactionId: isLive(state) ? attempt.transactionId : null,
    payableUntil: (state === "opened" ? windowEndsAt : undefined) ?? null,
    askedUntil: (isAsked(attempt) ? windowEndsAt : undefined) ?? null,
    overtime: windowEndsAt !== undefined && (facts.aliveAt ?? 0) > windowEndsAt + overtimeMs ? 1 : null,
    queryable: canBeQueried(attempt) ? 1 : null,
    section: sectionOf(attempt),
    waitsFor: decisionKindOf(attempt) ?? null,
    reachedAt,
    paidAt: isPaid ? reachedAt : null,
    counted,
    reversed: isApproved && partsGivenBack(attempt).length > 0 ? sumGivenBack(attempt) : null,
    part: named?.minor ?? null,
    unnamedPart: isApproved && approvedAmountOf(attempt) === undefined ? 1 : null,
    scheme: maskedCard === undefined ? null : cardSchemeOf(maskedCard),
    branch: merchant === undefined ? null : branchOf(merchant),
    referenceKey: reference === undefined ? null : withoutZeros(reference),
    codeKey: authorizationCode === undefined ? null : canonicalCode(authorizationCode),
    lastFour: maskedCard?.slice(-4) ?? null,
  };
}

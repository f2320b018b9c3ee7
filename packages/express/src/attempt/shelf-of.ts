import { cardSchemeOf, type Merchant } from "@ventanilla/client";
import { approvedAmountOf, countedAmount, isPartial, partsGivenBack, sumGivenBack } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { canonicalCode, withoutZeros } from "./bank-numbers.ts";
import { sectionOf } from "./group.ts";
import { decisionKindOf } from "./needs-person.ts";
import { canBeQueried } from "./rules.ts";
import type { Shelf } from "./shelf.ts";
import { isLive } from "./state.ts";

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
  const { merchant, product = null } = facts;
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
    product,
    referenceKey: reference === undefined ? null : withoutZeros(reference),
    codeKey: authorizationCode === undefined ? null : canonicalCode(authorizationCode),
    emailKey: facts.email?.toLowerCase() ?? null,
    lastFour: maskedCard?.slice(-4) ?? null,
  };
}

import { type BuyerSentence, cardSchemeOf } from "@ventanilla/client";
import { meaningOf } from "./answer.ts";
import { approvedAmountOf, countedAmount, isPartial, partsGivenBack, sumGivenBack } from "./approval.ts";
import type { Attempt } from "./attempt.ts";
import { awaitsResolution, decisionKindOf } from "./needs-person.ts";
import { outcomeOf } from "./outcome.ts";
import { canBeQueried } from "./rules.ts";
import { firstFinalQuery } from "./schedule.ts";
import type { Group, GroupWithReasons, Reason, Section } from "./sections-of.ts";
import type { Shelf } from "./shelf.ts";
import { isLive } from "./state.ts";

/** A bank that knows a session for so long after its window contradicts the clock. */
const overtimeMs = 5 * 60_000;

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
  // The bank is asked about one in these states until the end of its window.
  const isAsked = state === "opened" || state === "declined" || state === "review";
  const reachedAt = isLive(state) ? createdAt : (facts.settledAt ?? createdAt);
  const named = isApproved && isPartial(attempt) ? approvedAmountOf(attempt) : undefined;
  const branch = typeof merchant?.name === "object" ? merchant.name.owner : merchant?.name;
  return {
    liveTransactionId: isLive(state) ? attempt.transactionId : null,
    payableUntil: (state === "opened" ? windowEndsAt : undefined) ?? null,
    askedUntil: (isAsked ? windowEndsAt : undefined) ?? null,
    overtime: windowEndsAt !== undefined && (facts.aliveAt ?? 0) > windowEndsAt + overtimeMs ? 1 : null,
    unclear: windowEndsAt !== undefined && (facts.clearAt ?? 0) < windowEndsAt + firstFinalQuery ? 1 : null,
    queryable: canBeQueried(attempt) ? 1 : null,
    section: sectionOf(attempt),
    waitsFor: decisionKindOf(attempt) ?? null,
    reachedAt,
    counted: isApproved ? countedAmount(attempt).minor : amount.minor,
    reversed: isApproved && partsGivenBack(attempt).length > 0 ? sumGivenBack(attempt) : null,
    part: named?.minor ?? null,
    unnamedPart: isApproved && approvedAmountOf(attempt) === undefined ? 1 : null,
    scheme: maskedCard === undefined ? null : cardSchemeOf(maskedCard),
    branch: merchant === undefined ? null : `${merchant.number}/${merchant.terminal} ${branch}`,
    product,
    referenceKey: reference === undefined ? null : withoutZeros(reference),
    codeKey: authorizationCode === undefined ? null : canonicalCode(authorizationCode),
    emailKey: facts.email?.toLowerCase() ?? null,
    lastFour: maskedCard?.slice(-4) ?? null,
  };
}

/** The form of a reference by which payments are found and approvals are unique: people drop the zeros before it. */
export const withoutZeros = (reference: string): string => reference.replace(/^0+(?=\d+$)/, "");

/** That of an authorization code: people type capitals as small letters, and spreadsheets drop the zeros before it. */
export const canonicalCode = (code: string): string =>
  /^[0-9A-Za-z]+$/.test(code) ? code.replace(/^0+(?=.)/, "").toUpperCase() : code;

/** The section of an attempt. */
export function sectionOf(attempt: Attempt): Section {
  const group = groupOf(attempt);
  if (group === "approved") return attempt.facts.capture === undefined ? group : "authorized";
  const reason = group === "declined" || group === "expired" ? reasonOf(attempt, group) : undefined;
  return reason === undefined ? group : `${group}:${reason}`;
}

/** The group of an attempt. */
export function groupOf(attempt: Attempt): Group {
  const { state } = attempt;
  if (awaitsResolution(attempt)) return "decide";
  if (state === "unknown" || state === "review") return "notPaid";
  if (!isLive(state)) return state;
  const outcome = outcomeOf(attempt);
  return outcome === "failed" || outcome === "cancelled" ? outcome : "waiting";
}

/** The reasons of refusals, by what the buyer reads about them. All others are the issuer's own: `bank`. */
const refusals: Partial<Record<BuyerSentence, Reason>> = {
  funds: "funds",
  limit: "funds",
  checkCard: "card",
  cardNotTaken: "card",
  expired: "card",
  securityCode: "card",
  doubtful: "card",
  notAuthenticated: "challenge",
  shopProblem: "shop",
  shopOrCard: "shop",
  cancelled: "bankPage",
};

/** None where a capture has ended so: no buyer has tried that. */
function reasonOf(attempt: Attempt, group: GroupWithReasons): Reason | undefined {
  const { captureOf, verdict, launchFailure, openedAt } = attempt.facts;
  if (captureOf !== undefined) return undefined;
  if (group === "declined") return (verdict && refusals[meaningOf(verdict.code, attempt).sentence]) ?? "bank";
  if (launchFailure !== undefined) return "launch";
  return openedAt === undefined ? "button" : "bankPage";
}

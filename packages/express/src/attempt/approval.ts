import { type Money, partialApprovals } from "@ventanilla/client";
import type { Attempt, GivenBack, Handling } from "./attempt.ts";

type Approval = Pick<Attempt, "amount" | "facts">;
type Payment = Pick<Attempt, "id" | "amount" | "facts">;

/** What the bank approved: what a person recorded, else all of it. `undefined`: a part that nobody has recorded yet. */
export function approvedAmountOf({ amount, facts }: Approval): Money | undefined {
  return facts.resolution?.approvedAmount ?? (partialApprovals.has(`${facts.verdict?.code}`) ? undefined : amount);
}

/** The amount of an approval that counts in sums: 0 for a part that nobody has named. */
export const countedAmount = (attempt: Approval): Money => approvedAmountOf(attempt) ?? { ...attempt.amount, minor: 0 };

/** Whether the bank approved only a part of the amount, whether that part is known or not. */
export const isPartial = (attempt: Approval): boolean => approvedAmountOf(attempt)?.minor !== attempt.amount.minor;

/** Whether the attempt has charged the buyer: an approved sale or capture. */
export const isCharge = ({ state, facts }: Attempt): boolean => state === "approved" && facts.capture === undefined;

/** Whether this is an approved authorization that was neither released nor given back. A captured one still counts. */
export function isAuthorized(attempt: Attempt): boolean {
  const { capture, released } = attempt.facts;
  const isHeld = attempt.state === "approved" && capture === "later" && released === undefined;
  return isHeld && reversalOf(attempt) === undefined;
}

/** Whether the attempt prevents its order from being paid again: it paid, or the bank holds money for it. */
export const isHolding = (attempt: Attempt): boolean => isCharge(attempt) || isAuthorized(attempt);

/** Whether the attempts at an order have paid it: a capture has, an authorization has not. */
export function paidOrAuthorized(attempts: readonly Attempt[]): { paid: boolean; authorized: boolean } {
  const paid = attempts.some(isCharge);
  return { paid, authorized: !paid && attempts.some(isAuthorized) };
}

/**
 * What counts when money is given back or added up: for a captured authorization its capture, else the attempt itself.
 * @param attempts all attempts of its order
 */
export function chargeOf(attempt: Attempt, attempts: readonly Attempt[]): Attempt {
  return attempts.find(({ state, facts }) => state === "approved" && facts.captureOf === attempt.id) ?? attempt;
}

/** What a person recorded about giving this payment back. `undefined` when it was not given back, or another one was. */
export function reversalOf({ id, facts: { handled, reversed } }: Pick<Attempt, "id" | "facts">): Handling | undefined {
  if (reversed !== undefined) return reversed;
  return handled?.returned === true && (handled.returnedAttempt ?? id) === id ? handled : undefined;
}

/** A part of a payment that went back. */
export type PartGivenBack = Omit<GivenBack, "on"> & Partial<Pick<GivenBack, "on">>;

/** The sum of parts, in minor units. */
export const sumOf = (parts: readonly PartGivenBack[]): number =>
  parts.reduce((sum, { amount }) => sum + amount.minor, 0);

/**
 * What went back of a payment, in the order in which it was recorded. A payment that was given back because its order
 * was paid twice went back whole: the rest of it is the last part.
 * @param payment an attempt, of which an approved one has parts
 * @returns its parts, with amounts in minor units
 * @example
 * const sum = partsGivenBack(attempt).reduce((minor, { amount }) => minor + amount.minor, 0);
 */
export function partsGivenBack(payment: Payment): readonly PartGivenBack[] {
  const { givenBack = [] } = payment.facts;
  const reversal = reversalOf(payment);
  if (reversal === undefined) return givenBack;
  const { minor, currency } = countedAmount(payment);
  const { reason, by, at, back } = reversal;
  const rest = { minor: minor - sumOf(givenBack), currency };
  return [...givenBack, { amount: rest, at, ...back, reason, by, recordedAt: at }];
}

/** What went back of a charge. Nothing of an authorization: what the bank only held was released. */
export const returnsOf = (payment: Payment): readonly PartGivenBack[] =>
  payment.facts.capture === undefined ? partsGivenBack(payment) : [];

/** How much of a payment went back, in minor units. */
export const sumGivenBack = (payment: Payment): number => sumOf(partsGivenBack(payment));

/** Whether a part was sent back by REST, and nobody knows how that ended. */
export const isBeingSent = ({ facts: { sentBack } }: Pick<Attempt, "facts">): boolean =>
  sentBack !== undefined && (sentBack.outcome?.what ?? "unclear") === "unclear";

/** Whether all of a payment went back. */
export const isGivenBack = (payment: Payment): boolean =>
  partsGivenBack(payment).length > 0 && sumGivenBack(payment) >= countedAmount(payment).minor;

/** Whether the attempt has paid its order: the first sale or capture that was approved. */
export const isPayer = (attempt: Attempt): boolean => isCharge(attempt) && attempt.facts.duplicate === undefined;

/** Of the payments and authorizations that hold an order, the one that people mean: what was given back comes last. */
export function standingOf(attempts: readonly Attempt[]): Attempt | undefined {
  const approved = attempts.filter((attempt) => attempt.facts.captureOf === undefined && isHolding(attempt));
  const kept = approved.filter((attempt) => !isGivenBack(chargeOf(attempt, attempts)));
  return kept.find(({ facts }) => facts.duplicate === undefined) ?? kept[0] ?? approved[0];
}

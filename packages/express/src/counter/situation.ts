import { batchAt, type Money } from "@ventanilla/client";
import { type Attempt, canBeQueried } from "../attempt/attempt.ts";
import { isHolding } from "../attempt/authorization.ts";
import { chargeOf } from "../attempt/charge.ts";
import { type DecisionKind, decisionKindOf } from "../attempt/decision-kind.ts";
import { isUnresolved, paymentsInPlaceOf } from "../attempt/needs-person.ts";
import { type ReviewKind, reviewKind } from "../attempt/review-kind.ts";

/** Why a payment needs a person: one of `decisionKinds`, with the kinds of an attempt under `review` told apart. */
export type SituationKind = Exclude<DecisionKind, "review"> | ReviewKind;

/** A payment that can be voided or refunded, by its charge. */
export interface ReversiblePayment {
  attempt: Attempt;
  /** The batch close until which the bank can void the payment; `undefined` once it has passed. */
  voidableUntil?: number;
}

/** What there is to decide about a payment, and what its order's other attempts make of either decision. */
export interface Situation {
  kind: SituationKind;
  attempt: Attempt;
  /** What the bank is asked about. */
  payment: ReversiblePayment;
  /** What the order costs now, where that is known to differ. */
  orderAmount?: Money;
  /** Of a further payment: those that may be given back in its place. At most one: see `paymentsInPlaceOf`. */
  otherPayments: readonly ReversiblePayment[];
  /** Of a capture, the shop's own request to settle an authorization. */
  isCapture: boolean;
  /** Another attempt has paid or authorized the order. */
  isPaidByAnother: boolean;
  /** The order cannot be paid, whatever is decided here: another attempt forbids it. */
  isBlockedByAnother: boolean;
  /** The bank is still asked, and may say later that it approved. */
  isStillAsked: boolean;
}

/** When the batches close: see the router's options. */
export interface BatchClose {
  batchClose: string;
  timeZone: string;
}

/**
 * What a person has to decide about an attempt.
 * @param attempts all of its order
 * @returns `undefined` for an attempt that the bank's answers, or a person, have settled
 */
export function situationOf(
  attempt: Attempt,
  attempts: readonly Attempt[],
  now: number,
  { batchClose, timeZone }: BatchClose,
): Situation | undefined {
  const kind = kindOf(attempt);
  if (kind === undefined) return undefined;
  const { verdict, captureOf } = attempt.facts;
  const isCapture = captureOf !== undefined;
  // A capture and the authorization that it settles are one payment.
  const isSame = ({ id, facts }: Attempt) => id === attempt.id || id === captureOf || facts.captureOf === attempt.id;
  const others = attempts.filter((other) => !isSame(other));
  const isPaidByAnother = others.some(isHolding);
  const paymentOf = (each: Attempt): ReversiblePayment => {
    const { until } = batchAt(each.facts.settledAt ?? each.createdAt, batchClose, timeZone);
    return { attempt: each, ...(now < until && { voidableUntil: until }) };
  };
  return {
    kind,
    attempt,
    payment: paymentOf(chargeOf(attempt, attempts)),
    ...(verdict?.orderAmount && { orderAmount: verdict.orderAmount }),
    otherPayments: kind === "paidTwice" ? paymentsInPlaceOf(attempt, attempts).map(paymentOf) : [],
    isCapture,
    isPaidByAnother,
    isBlockedByAnother: isPaidByAnother || others.some(isUnresolved),
    isStillAsked: canBeQueried(attempt),
  };
}

/** `undefined` for an attempt that the bank's answers, or a person, have settled. */
export function kindOf(attempt: Attempt): SituationKind | undefined {
  const kind = decisionKindOf(attempt);
  return kind === "review" ? reviewKind(attempt.facts.verdict) : kind;
}

/** Whether the decision is about giving money back, and not about whether the bank has charged. */
export function isAboutMoneyBack({ kind }: Pick<Situation, "kind">): boolean {
  return kind === "partial" || kind === "otherAmount" || kind === "orderGone" || kind === "paidTwice";
}

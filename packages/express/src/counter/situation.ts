import { batchAt, type Money } from "@ventanilla/client";
import { type Attempt, canBeQueried } from "../attempt/attempt.ts";
import { isHolding } from "../attempt/authorization.ts";
import { chargeOf } from "../attempt/charge.ts";
import { isPaidTwice, isResolvable, isUnresolved, paymentsInPlaceOf } from "../attempt/needs-person.ts";
import { type ReviewKind, reviewKind } from "../attempt/review-kind.ts";

/**
 * Why a payment needs a person:
 *
 * - `unknown`: it may have been charged, and the bank's answers do not say;
 * - `unconfirmed`: a card was refused, and a later one may have been charged;
 * - the kinds of an attempt under `review`: see {@link ReviewKind};
 * - `paidTwice`: the bank approved a further payment of an order that was paid.
 */
export type SituationKind = "unknown" | "unconfirmed" | ReviewKind | "paidTwice";

/** A payment that may be given back, by its charge. */
export interface Payment {
  attempt: Attempt;
  /** The batch close until which the bank can void the payment; `undefined` once it has passed. */
  voidableUntil?: number;
}

/** What there is to decide about a payment, and what its order's other attempts make of either decision. */
export interface Situation {
  kind: SituationKind;
  attempt: Attempt;
  /** What the bank is asked about. */
  payment: Payment;
  /** What the order costs now, where that is known to differ. */
  orderAmount?: Money;
  /** Of a further payment: the one that pays the order, which may be given back in its place. */
  otherPayments: readonly Payment[];
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
  const paymentOf = (each: Attempt): Payment => {
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
  if (isPaidTwice(attempt)) return "paidTwice";
  if (!isResolvable(attempt)) return undefined;
  switch (attempt.state) {
    case "unknown":
      return "unknown";
    case "declined":
      return "unconfirmed";
    default:
      return reviewKind(attempt.facts.verdict);
  }
}

/** Whether the decision is about giving money back, and not about whether the bank has charged. */
export function isAboutMoneyBack({ kind }: Pick<Situation, "kind">): boolean {
  return kind === "partial" || kind === "otherAmount" || kind === "orderGone" || kind === "paidTwice";
}

import { batchAt, type Money } from "@ventanilla/client";
import { chargeOf, isHolding } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import {
  awaitsResolution,
  type DecisionKind,
  decisionKindOf,
  type ReviewKind,
  reviewKind,
} from "../../attempt/needs-person.ts";
import { canBeQueried } from "../../attempt/rules.ts";
import { paymentsInPlaceOf } from "../../staff/handle-duplicate.ts";

/**
 * What a person decides about a payment: one of `decisionKinds`, where `review` is split into its own kinds. How a return
 * ended is none of them: that is said with the forms about money that goes back.
 */
export type SituationKind = Exclude<DecisionKind, "review" | "returnUnclear"> | ReviewKind;

/** A payment that can be voided or refunded. */
export interface ReversiblePayment {
  /** The attempt that stands for its charge: see `chargeOf`. */
  attempt: Attempt;
  /** The close of its batch: until then the bank can void the payment. */
  closesAt: number;
  isVoidable: boolean;
}

/** What a person has to decide about a payment, and what the order's other attempts mean for each decision. */
export interface Situation {
  kind: SituationKind;
  attempt: Attempt;
  /** When this was so, in milliseconds since the epoch. */
  now: number;
  /** The payment that the bank is asked about. */
  payment: ReversiblePayment;
  /** What the order costs now. Absent unless it is known to differ from the payment's amount. */
  orderAmount?: Money;
  /** The payments that may be given back instead of a further payment. At most one: see `paymentsInPlaceOf`. */
  otherPayments: readonly ReversiblePayment[];
  /** Whether the attempt is a capture: the shop's own request to settle an authorization. */
  isCapture: boolean;
  /** Whether another attempt has paid or authorized the order. */
  isPaidByAnother: boolean;
  /** Whether another attempt keeps the order from being paid, whatever is decided here. */
  isBlockedByAnother: boolean;
  /** Whether the bank is still asked: it may say later that it approved. */
  isStillAsked: boolean;
}

/** When the batches close: see the router's options. */
export interface BatchClose {
  batchClose: string;
  timeZone: string;
}

/** The close of a charge's batch: until then the bank can void it. */
export function closeOf({ createdAt, facts }: Attempt, { batchClose, timeZone }: BatchClose): number {
  return batchAt(facts.settledAt ?? createdAt, batchClose, timeZone).until;
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
  batches: BatchClose,
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
    const closesAt = closeOf(each, batches);
    return { attempt: each, closesAt, isVoidable: now < closesAt };
  };
  return {
    kind,
    attempt,
    now,
    payment: paymentOf(chargeOf(attempt, attempts)),
    ...(verdict?.orderAmount && { orderAmount: verdict.orderAmount }),
    otherPayments: kind === "paidTwice" ? paymentsInPlaceOf(attempt, attempts).map(paymentOf) : [],
    isCapture,
    isPaidByAnother,
    isBlockedByAnother: isPaidByAnother || others.some(awaitsResolution),
    isStillAsked: canBeQueried(attempt),
  };
}

/** What a person decides about the attempt. `undefined` when the bank's answers, or a person, have settled it. */
export function kindOf(attempt: Attempt): SituationKind | undefined {
  const kind = decisionKindOf(attempt);
  if (kind === "returnUnclear") return undefined;
  return kind === "review" ? reviewKind(attempt.facts.verdict) : kind;
}

/** Decisions about money that was charged, or is held: which of it goes back, or has gone. */
export const paidKinds = ["paidTwice", "returnUnclear"] as const satisfies readonly DecisionKind[];
/** The same, and those among which are further ones: of what is under review. */
export const moneyKinds: readonly DecisionKind[] = [...paidKinds, "review"];

/** Whether the decision is about giving money back, and not about whether the bank has charged. */
export function isAboutMoneyBack({ kind }: Pick<Situation, "kind">): boolean {
  return kind === "partial" || kind === "otherAmount" || kind === "orderGone" || kind === "paidTwice";
}

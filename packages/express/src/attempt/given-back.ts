import type { Money } from "@ventanilla/client";
import {
  approvedAmountOf,
  chargeOf,
  isBeingSent,
  isCharge,
  partsGivenBack,
  reversalOf,
  sumGivenBack,
} from "./approval.ts";
import type { Attempt, GivenBack, SendingOutcome, SentBack } from "./attempt.ts";
import type { Change } from "./change.ts";
import { keep } from "./change.ts";
import { isPaidTwice } from "./needs-person.ts";
import { withoutZeros } from "./shelf-of.ts";

/**
 * Why a part cannot be recorded as given back:
 *
 * - `not_charged`: the attempt has charged nothing, or the bank only holds the money;
 * - `to_handle`: it is a further payment of its order, and a person has still to decide which one goes back;
 * - `part_unnamed`: the bank approved a part of the amount, and nobody has named it;
 * - `being_sent`: a part was sent back by REST, and a person has still to say how that ended;
 * - `already_recorded`: there is a part of this amount and reference, or of this amount and day where one has none;
 * - `too_much`: less than that is left.
 */
export type NotGivenBack =
  | "not_charged"
  | "to_handle"
  | "part_unnamed"
  | "being_sent"
  | "already_recorded"
  | "too_much";

/** What of a charge has not gone back. `undefined` where nothing is charged, or nobody knows how much. */
export function leftOf(charge: Attempt): Money | undefined {
  const approved = isCharge(charge) ? approvedAmountOf(charge) : undefined;
  return approved && { ...approved, minor: approved.minor - sumGivenBack(charge) };
}

/**
 * Why nothing of a charge may be given back yet, whatever the amount; `undefined` when it may. Pages, and those who record,
 * send or name a part, all ask this.
 * @param attempts all of its order: a decision about an authorization is about its capture, too
 */
export function whyHeldBack(
  charge: Attempt,
  attempts: readonly Attempt[],
): Extract<NotGivenBack, "not_charged" | "to_handle" | "part_unnamed"> | undefined {
  if (!isCharge(charge)) return "not_charged";
  const isToHandle = (other: Attempt) => isPaidTwice(other) && chargeOf(other, attempts).id === charge.id;
  if (isPaidTwice(charge) || attempts.some(isToHandle)) return "to_handle";
  return approvedAmountOf(charge) === undefined ? "part_unnamed" : undefined;
}

/**
 * Whether some of a charge can be given back now.
 * @param attempts all of its order
 */
export function canGoBack(charge: Attempt, attempts: readonly Attempt[]): boolean {
  const { minor = 0 } = leftOf(charge) ?? {};
  return whyHeldBack(charge, attempts) === undefined && minor > 0 && !isBeingSent(charge);
}

/** Whether the bank approved a part of the amount, and nobody has named it. */
export const isPartUnnamed = (payment: Attempt): boolean =>
  payment.state === "approved" && approvedAmountOf(payment) === undefined;

/**
 * Writes how much the bank approved of a payment that it approved in part: a person has asked it. Of one that has gone back
 * that is what went back.
 */
export function namePart(payment: Attempt, part: Money): Change | undefined {
  const { amount, facts } = payment;
  if (!isPartUnnamed(payment) || facts.resolution === undefined || part.minor > amount.minor) return undefined;
  const change = keep(payment, { resolution: { ...facts.resolution, approvedAmount: part } });
  return reversalOf(payment)?.back === undefined ? change : { ...change, announce: "order.givenBack" };
}

/**
 * How long the call may be under way that sends a part back. Then nobody sends it any more, and a person can say how it
 * ended.
 */
export const sendingMs = 120_000;

/** Whether a person can say how the sending ended: its call has an end, or is too old to be under way. */
export const canBeSaid = ({ outcome, at }: SentBack, now: number): boolean =>
  outcome !== undefined || now >= at + sendingMs;

/**
 * Why the part cannot be recorded; `undefined` when it can.
 * @param attempts all of its order. Default: the charge alone, as it is written
 */
export function whyNotGivenBack(
  attempt: Attempt,
  part: GivenBack,
  attempts: readonly Attempt[] = [attempt],
): NotGivenBack | undefined {
  const held = whyHeldBack(attempt, attempts);
  if (held !== undefined) return held;
  const { givenBack, sentBack } = attempt.facts;
  if (givenBack?.some((other) => isSame(other, part))) return "already_recorded";
  // What a person says of the part that was sent is how its sending ended.
  const isSent = sentBack?.amount.minor === part.amount.minor && canBeSaid(sentBack, part.recordedAt);
  if (isBeingSent(attempt) && !isSent) return "being_sent";
  return part.amount.minor > (leftOf(attempt)?.minor ?? 0) ? "too_much" : undefined;
}

/**
 * Whether a part is recorded already: the bank gives each of its references once, so one of the same amount and reference
 * is the same on whichever day somebody says it was. Without its reference, a second part of the same amount is of another
 * day. One that was sent by REST may have got no reference that people see: each of its amount and day is that one.
 */
function isSame(recorded: GivenBack, part: GivenBack): boolean {
  if (recorded.amount.minor !== part.amount.minor) return false;
  if (recorded.reference !== undefined && part.reference !== undefined) {
    return withoutZeros(recorded.reference) === withoutZeros(part.reference);
  }
  return recorded.on === part.on && (part.reference === undefined || recorded.pnRef !== undefined);
}

/** Records a part, which may be how a sending in doubt ended: an event for the shop. The payment stays paid. */
export function giveBack(attempt: Attempt, part: GivenBack): Change | undefined {
  if (whyNotGivenBack(attempt, part) !== undefined) return undefined;
  const { sentBack, givenBack = [], ...facts } = attempt.facts;
  const recorded = sentBack && isBeingSent(attempt) ? { ...part, sending: sentBack.id } : part;
  const change = keep({ ...attempt, facts }, { givenBack: [...givenBack, recorded] });
  return { ...change, dueAt: null, announce: "order.givenBack" };
}

/**
 * Whether a part of the payment can be sent back by REST. The bank does it once for each payment, and does not compare
 * it with what went back in its portal: so nothing may have gone back, and no sending be open.
 * @param attempts all of its order
 */
export const canBeSentBack = (charge: Attempt, attempts: readonly Attempt[]): boolean =>
  canGoBack(charge, attempts) && partsGivenBack(charge).length === 0;

/** What was sent back once, where a person says that it did not go: nothing but this is sent again. */
export function sentAgain({ facts: { sentBack } }: Attempt): Money | undefined {
  const isRepeated = sentBack?.repeated === true || sentBack?.outcome?.what === "denied";
  return isRepeated ? sentBack.amount : undefined;
}

/**
 * Writes that a part is about to be sent back, before the bank is asked. It is looked at when the call must be over, because
 * its process may die.
 */
export function beginSending(charge: Attempt, sending: SentBack): Change | undefined {
  const { minor = 0 } = leftOf(charge) ?? {};
  if (!canBeSentBack(charge, [charge]) || sending.amount.minor > minor) return undefined;
  const again = sentAgain(charge);
  if (again !== undefined && again.minor !== sending.amount.minor) return undefined;
  const isRepeated = again !== undefined;
  const sentBack = { ...sending, ...(isRepeated && { repeated: true as const }) };
  return { ...keep(charge, { sentBack }), dueAt: sending.at + sendingMs };
}

/**
 * Writes how a sending ended: with the part that went back, which the bank's own answer says whatever a person has said,
 * or without it.
 */
export function endSending(charge: Attempt, id: string, end: GivenBack | SendingOutcome): Change | undefined {
  const { sentBack, ...facts } = charge.facts;
  if (sentBack?.id !== id) return undefined;
  if ("amount" in end) return giveBack({ ...charge, facts }, end);
  const isNew = isBeingSent(charge) && end.what !== sentBack.outcome?.what;
  return isNew ? endWithout(charge, sentBack, end) : undefined;
}

/** Ends a sending that has surely given nothing back, or may have: a person is told of one in doubt. */
function endWithout(charge: Attempt, sentBack: SentBack, outcome: SendingOutcome): Change {
  const change = { ...keep(charge, { sentBack: { ...sentBack, outcome } }), dueAt: null };
  return outcome.what === "unclear" ? { ...change, announce: "order.returnUnclear" } : change;
}

/**
 * What becomes of a charge that is looked at because of its sending. One of which nothing was heard is in doubt once its
 * call must be over: its process may have died.
 */
export function lookAtSending(charge: Attempt, now: number): Change {
  const { sentBack } = charge.facts;
  if (sentBack === undefined || sentBack.outcome !== undefined) return { ...keep(charge), dueAt: null };
  const dueAt = sentBack.at + sendingMs;
  return now < dueAt ? { ...keep(charge), dueAt } : endWithout(charge, sentBack, { what: "unclear", at: now });
}

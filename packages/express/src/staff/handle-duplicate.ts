import { ArgumentError } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { chargeOf, isGivenBack } from "../attempt/approval.ts";
import type { Attempt, Handling } from "../attempt/attempt.ts";
import { handled } from "../attempt/decided.ts";
import { decisionBasis } from "../attempt/decision-basis.ts";
import { earlierCapture } from "../attempt/may-be-launched.ts";
import { isInPlace, isPaidTwice } from "../attempt/needs-person.ts";
import { type OnAnnounced, record } from "../record.ts";
import { checkReference, dayOf, type GivenBackInput, type Place } from "./record-given-back.ts";
import { checkAttemptId, checkStatement, requireAttempt } from "./resolve.ts";
import { ResolveError } from "./resolve-error.ts";

/** What a person says about two payments; of the one that was given back, as of any part of a payment, the day and reference. */
export type HandlingInput = Omit<Handling, "at" | "back"> & Pick<GivenBackInput, "on" | "reference">;

/**
 * Records, once, what a person did about a further payment of an order that was paid: the order stays paid, and the
 * payment no longer waits for a person.
 * @param handling what they did, with which of the payments, who, and how it is known
 * @param onAnnounced called with the event in a running router. Default: its reconciler finds the event
 * @param seen the decision basis that the person was shown; on any other nothing is recorded. Default: the latest
 * @throws ArgumentError naming the field that is malformed; ResolveError `not_found`, `wrong_state`, `already_resolved`
 * or `in_progress`
 */
export async function handleDuplicate(
  { store, timeZone }: Place,
  id: string,
  handling: HandlingInput,
  onAnnounced: OnAnnounced = async () => {},
  seen?: string,
): Promise<Attempt> {
  checkAttemptId(id);
  if (typeof handling !== "object" || handling === null) {
    throw new ArgumentError("handling: expected { returned, reason, by }");
  }
  refuseUnknownNames("handling", handling, ["returned", "returnedAttempt", "on", "reference", "reason", "by"]);
  const { returned, returnedAttempt } = handling;
  if (typeof returned !== "boolean") throw new ArgumentError("returned: expected true or false");
  if (!returned) checkKept(handling);
  const statement = checkStatement(handling);
  const numbers = checkReference(handling.reference);
  const attempt = await requireAttempt(store, id);
  const attempts = await store.attemptsOf(attempt.order);
  const named = returnedAttempt === undefined ? attempt : returnedPayment(attempts, attempt, returnedAttempt);
  if (returned) checkNotCaptured(attempts, named.id);
  const charge = chargeOf(named, attempts);
  const isOwn = returnedAttempt === undefined && charge.id === attempt.id;
  const which = returned && !isOwn ? { returnedAttempt: charge.id } : {};
  const at = await store.now();
  const back = returned && { back: { ...dayOf(handling, charge, at, timeZone), ...numbers } };
  const kept = { returned, ...which, ...statement, at, ...back };
  // A capture that begins meanwhile changes the basis: then nothing is recorded.
  const { change, attempt: after } = await record(store, attempt, handled(kept, seen ?? decisionBasis(attempt)));
  if (change !== undefined) {
    if (change.announce !== undefined) await onAnnounced(after, change.announce);
    return after;
  }
  throw after.facts.handled
    ? new ResolveError("already_resolved", "the further payment was already handled")
    : new ResolveError(
        "wrong_state",
        "the attempt has changed since it was shown, or is not a further payment of an order that was paid",
      );
}

/**
 * The other payments of the same order that can have been given back in place of a further payment, each by its
 * {@link chargeOf}: the one that pays the order. Other further payments do not count: they wait for a decision of their
 * own, or were declared kept.
 */
export function paymentsInPlaceOf(further: Attempt, attempts: readonly Attempt[]): Attempt[] {
  const own = chargeOf(further, attempts);
  return attempts.filter((other) => {
    // A decision about an authorization is about its capture, too.
    const parts = attempts.filter(({ id }) => id === other.id || id === other.facts.captureOf);
    const isDecidedAlone = parts.some((part) => isPaidTwice(part) || part.facts.handled?.returned === false);
    return isInPlace(other, attempts) && other.id !== own.id && !isDecidedAlone;
  });
}

/**
 * Returns the attempt that was given back.
 * @throws ArgumentError when it is not an approved payment of the order, or cannot be given back by this decision
 */
function returnedPayment(attempts: readonly Attempt[], further: Attempt, returnedAttempt: string): Attempt {
  const found = attempts.find(({ id, state }) => id === returnedAttempt && state === "approved");
  if (found === undefined) {
    throw new ArgumentError("returnedAttempt: expected the id of an approved attempt of the same order");
  }
  const charge = chargeOf(found, attempts);
  if (charge.id === chargeOf(further, attempts).id || !isPaidTwice(further)) return found;
  if (isGivenBack(charge)) throw new ArgumentError("returnedAttempt: it was given back already");
  if (isPaidTwice(found) || isPaidTwice(charge)) {
    throw new ArgumentError("returnedAttempt: it waits for a decision of its own: handle it first");
  }
  if (!paymentsInPlaceOf(further, attempts).includes(charge)) {
    throw new ArgumentError("returnedAttempt: expected this payment, or the one that pays the order");
  }
  return found;
}

/** @throws ArgumentError when the handling that keeps both says what is true only of one that was given back */
function checkKept(handling: HandlingInput): void {
  for (const name of ["returnedAttempt", "on", "reference"] as const) {
    if (handling[name] !== undefined) {
      throw new ArgumentError(`${name}: only where one of the payments was given back`);
    }
  }
}

/**
 * Checks that no capture of the returned payment is running, because the bank may be settling it at this moment.
 * @throws ResolveError `in_progress`
 */
function checkNotCaptured(attempts: readonly Attempt[], returned: string): void {
  const { kind, attempt } = earlierCapture(attempts) ?? {};
  if (kind === undefined || kind === "paid" || attempt?.facts.captureOf !== returned) return;
  throw new ResolveError("in_progress", "a capture of this payment is running, or its outcome is not known");
}

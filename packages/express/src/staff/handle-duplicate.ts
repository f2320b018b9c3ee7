import { ArgumentError } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { chargeOf, isGivenBack } from "../attempt/approval.ts";
import type { Attempt, Handling } from "../attempt/attempt.ts";
import { decisionBasis } from "../attempt/decision-basis.ts";
import { earlierCapture } from "../attempt/may-be-launched.ts";
import { isInPlace, isPaidTwice } from "../attempt/needs-person.ts";
import { record } from "../record.ts";
import type { ShopStore } from "../stores/store.ts";
import { checkAttemptId, checkStatement, requireAttempt } from "./resolve.ts";
import { ResolveError } from "./resolve-error.ts";

/**
 * Records, once, what a person did about a further payment of an order that was paid: the order stays paid, and the
 * payment no longer waits for a person.
 * @param handling what they did, with which of the payments, who, and how it is known
 * @param seen the decision basis that the person was shown; on any other nothing is recorded. Default: the latest
 * @throws ArgumentError naming the field that is malformed; ResolveError `not_found`, `wrong_state`, `already_resolved`
 * or `in_progress`
 */
export async function handleDuplicate(
  store: ShopStore,
  id: string,
  handling: Omit<Handling, "at">,
  seen?: string,
): Promise<Attempt> {
  checkAttemptId(id);
  if (typeof handling !== "object" || handling === null) {
    throw new ArgumentError("handling: expected { returned, reason, by }");
  }
  refuseUnknownNames("handling", handling, ["returned", "returnedAttempt", "reason", "by"]);
  const { returned, returnedAttempt } = handling;
  if (typeof returned !== "boolean") throw new ArgumentError("returned: expected true or false");
  const statement = checkStatement(handling);
  const attempt = await requireAttempt(store, id);
  const attempts = await store.attemptsOf(attempt.order);
  const named = returnedAttempt === undefined ? attempt : returnedPayment(attempts, attempt, handling);
  if (returned) checkNotCaptured(attempts, named.id);
  const charge = chargeOf(named, attempts);
  const isOwn = returnedAttempt === undefined && charge.id === attempt.id;
  const which = returned && !isOwn ? { returnedAttempt: charge.id } : {};
  const kept = { returned, ...which, ...statement, at: await store.now() };
  const { change, attempt: after } = await record(store, attempt, {
    type: "handled",
    handling: kept,
    // A capture that begins meanwhile changes the basis: then nothing is recorded.
    seen: seen ?? decisionBasis(attempt),
  });
  if (change !== undefined) return after;
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
function returnedPayment(
  attempts: readonly Attempt[],
  further: Attempt,
  { returned, returnedAttempt }: Pick<Handling, "returned" | "returnedAttempt">,
): Attempt {
  if (!returned) throw new ArgumentError("returnedAttempt: only where one of the payments was given back");
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

/**
 * Checks that no capture of the returned payment is running, because the bank may be settling it at this moment.
 * @throws ResolveError `in_progress`
 */
function checkNotCaptured(attempts: readonly Attempt[], returned: string): void {
  const { kind, attempt } = earlierCapture(attempts) ?? {};
  if (kind === undefined || kind === "paid" || attempt?.facts.captureOf !== returned) return;
  throw new ResolveError("in_progress", "a capture of this payment is running, or its outcome is not known");
}

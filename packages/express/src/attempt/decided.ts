import { isAuthorized } from "./approval.ts";
import type { Attempt, Handling, LaunchFailure, Release, Resolution, Verdict } from "./attempt.ts";
import { conclude, keep, moveTo } from "./change.ts";
import { decisionBasis } from "./decision-basis.ts";
import { lookAtAuthorization, releaseAuthorization, withoutAuthorization } from "./end-authorization.ts";
import type { TransitionEvent } from "./event.ts";
import { awaitsResolution, isPaidTwice } from "./needs-person.ts";
import { isOver } from "./rules.ts";
import { isLive } from "./state.ts";

type Decided = Extract<TransitionEvent, { type: "decided" }>;

/**
 * A decision about an attempt, as an event.
 * @param decide pure: what the decision changes
 * @param seen the basis that a person was shown: on any other nothing is changed. Default: the present one
 * @param happened what the history says of it. Default: nothing
 */
export function decided(decide: Decided["decide"], seen?: string, happened?: Decided["happened"]): Decided {
  return {
    type: "decided",
    decide: (attempt, now) =>
      seen === undefined || seen === decisionBasis(attempt) ? decide(attempt, now) : undefined,
    ...(happened && { happened }),
  };
}

/** An authorization is looked at, as every day. */
export const authorizationLookedAt: Decided = decided(lookAtAuthorization, undefined, ({ facts }, before) =>
  facts.released === before.facts.released ? undefined : { what: "timePassed" },
);

/**
 * How long one call may take to send a capture before another call may send it. The bank has 10 s to create the
 * session.
 */
export const senderLeaseMs: number = 30_000;

/** A call is about to send a capture: it is the sender until it is sent, or for 30 seconds. Another one does nothing. */
export const toBeSentBy = (id: string): Decided =>
  decided((attempt, now) => {
    const { sender } = attempt.facts;
    const isTaken = sender !== undefined && now - sender.at < senderLeaseMs;
    return attempt.state === "preparing" && !isTaken ? keep(attempt, { sender: { id, at: now } }) : undefined;
  });

/** The capture never reached the bank's page. */
export const sendingFailed = (reason: LaunchFailure, id: string): Decided =>
  decided(
    ({ state, facts: { sealedKey, ...facts } }, now) => {
      // Another call sends the capture now, and may have reached the page.
      if (facts.captureOf === undefined || !isLive(state) || facts.sender?.id !== id) return undefined;
      // No event: the call itself fails, and its caller may capture again, with a new session.
      return { state: "expired", facts: { ...facts, launchFailure: reason, settledAt: now }, dueAt: null };
    },
    undefined,
    () => ({ what: "launchFailed", reason }),
  );

/** An authorization of the order is about to be captured: a decision by a person who has not seen that is refused. */
export const capturing = (capture: string): Decided =>
  decided((attempt) => (isAuthorized(attempt) ? keep(attempt, { heldFor: capture }) : undefined));

/** The order is captured: what is kept for a capture is not needed any more. */
export const captured: Decided = decided(
  (attempt) =>
    attempt.facts.authorization && isOver(attempt)
      ? { ...withoutAuthorization(keep(attempt)), dueAt: null }
      : undefined,
  undefined,
  () => ({ what: "captured" }),
);

/** Another attempt has paid the order: this authorization becomes a further payment. */
export const overtaken: Decided = decided((attempt) =>
  isAuthorized(attempt) && !attempt.facts.duplicate
    ? { ...keep(attempt, { duplicate: true }), announce: "order.paidAgain" }
    : undefined,
);

/** A person says that the bank no longer holds the money. */
export const released = (release: Release, seen?: string): Decided =>
  decided(
    (attempt) => (isAuthorized(attempt) ? releaseAuthorization(attempt, release) : undefined),
    seen,
    () => ({ what: "released" }),
  );

/**
 * A person has done something about a further payment of the order. Lists and sums read from a payment that it was given
 * back: where that is another one, it is written there, too. Of that one it is announced.
 */
export const handled = (handling: Handling, seen?: string): Decided =>
  decided((attempt) => {
    if (!isPaidTwice(attempt)) return undefined;
    const { returned, returnedAttempt = attempt.id } = handling;
    const change = {
      ...keep(attempt, { handled: handling }),
      ...(returned && { announce: "order.givenBack" as const }),
    };
    return returnedAttempt === attempt.id ? change : { ...change, reversed: returnedAttempt };
  }, seen);

/** A person has found out whether it was paid. */
export const resolved = (resolution: Resolution, seen?: string): Decided =>
  decided(
    (attempt, now) => {
      if (!awaitsResolution(attempt)) return undefined;
      if (!resolution.paid) return withoutAuthorization(keep(attempt, { resolution }));
      const { verdict, ...facts } = attempt.facts;
      const approved = confirmedVerdict(attempt, resolution);
      const confirmed = { ...facts, ...(approved && { verdict: approved }), resolution, settledAt: chargedAt(attempt) };
      return conclude(attempt, moveTo("approved", confirmed), now);
    },
    seen,
    () => ({ what: "resolved", paid: resolution.paid }),
  );

/**
 * The best known time of the charge of a payment that a person confirms: when the bank gave the answer under review,
 * else when the buyer came back, else when their card was sent, else the window's end. Never later than the window's
 * end.
 */
function chargedAt({ state, createdAt, windowEndsAt = createdAt, facts }: Attempt): number {
  const { settledAt, returnedVia, returnedAt, cardSentAt } = facts;
  const cameBackAt = returnedVia === "return" ? returnedAt : undefined;
  const known = state === "review" ? settledAt : (cameBackAt ?? cardSentAt);
  return Math.min(known ?? windowEndsAt, windowEndsAt);
}

/**
 * The verdict of a payment that a person confirms: what the bank answered, with the numbers that the person recorded.
 */
function confirmedVerdict(
  { state, facts }: Attempt,
  { reference, authorizationCode }: Resolution,
): Verdict | undefined {
  // The verdict of a refused attempt is about another card.
  const verdict = state === "declined" ? undefined : facts.verdict;
  const named = { ...(reference && { reference }), ...(authorizationCode && { authorizationCode }) };
  if (facts.resolution !== undefined && verdict !== undefined) {
    // The store kept the approval under review, because its reference belongs to another attempt. The person decides,
    // and the reference stays with that attempt.
    const { reference: _, ...rest } = verdict;
    return { ...rest, ...named };
  }
  return verdict === undefined && Object.keys(named).length === 0 ? undefined : { code: "00", ...verdict, ...named };
}

import type { Attempt } from "../attempt/attempt.ts";
import { isSafeToRetry, outcomeOf } from "../attempt/outcome.ts";
import { partsReadBy, sentenceOf, wholeText } from "./outcome-text.ts";
import type { RefusedLaunch } from "./refused-launches.ts";
import type { Texts } from "./texts.ts";

/**
 * The answer of `GET {mount}/attempts/{id}`, version 1 of the contract between element and router. It leaves out the
 * issuer's code, which would tell a thief that the card was reported lost or stolen.
 * @param language of the words
 */
export function statusAnswer(attempt: Attempt, words: Texts, language?: string): Record<string, unknown> {
  const { verdict, settledAt } = attempt.facts;
  const outcome = outcomeOf(attempt);
  const givenBack = partsReadBy(attempt);
  return {
    v: 1,
    attempt: attempt.id,
    order: attempt.order,
    state: attempt.state,
    outcome,
    verified: outcome === "approved" || outcome === "declined" || outcome === "expired",
    safeToRetry: isSafeToRetry(attempt),
    message: sentenceOf(attempt, words, language),
    authorizationCode: verdict?.authorizationCode,
    reference: verdict?.reference,
    maskedCard: verdict?.maskedCard,
    expiresAt: attempt.windowEndsAt && new Date(attempt.windowEndsAt).toISOString(),
    ...(givenBack.length > 0 && { givenBack }),
    settledAt: settledAt && new Date(settledAt).toISOString(),
  };
}

/**
 * The same answer for a launch that was refused before an attempt was written: the bank does not know of it.
 * @param mayBeCharged whether another attempt of the order is open or has charged it
 */
export function refusedAnswer(
  attempt: string,
  { order, reason }: RefusedLaunch,
  words: Texts,
  mayBeCharged: boolean,
): Record<string, unknown> {
  const { title, message } = words.refused[reason];
  return {
    v: 1,
    attempt,
    order,
    state: "preparing",
    outcome: "failed",
    verified: false,
    safeToRetry: !mayBeCharged,
    message: wholeText({ title, message: mayBeCharged ? words.outcome.pending.message : message }),
  };
}

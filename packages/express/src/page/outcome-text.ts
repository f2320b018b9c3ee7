import type { Money } from "@ventanilla/client";
import { formatMoney, timeFormat } from "@ventanilla/web";
import { meaningOf } from "../attempt/answer.ts";
import { partsGivenBack } from "../attempt/approval.ts";
import type { Attempt, LaunchFailure } from "../attempt/attempt.ts";
import { wasReversed } from "../attempt/needs-person.ts";
import { isSafeToRetry, outcomeOf } from "../attempt/outcome.ts";
import type { LaunchRefusal, RefusedLaunch } from "./refused-launches.ts";
import type { PageText, Refusal, Texts } from "./texts.ts";

/** What a failed launch is to its buyer. */
export const failureRefusals: Record<LaunchFailure, Refusal> = {
  refused: "bank_refused",
  unreachable: "bank_unreachable",
  shop: "shop_failed",
};

/**
 * What the buyer reads about an attempt. It says that nothing was charged only where the bank or a person has said so.
 * Where the issuer's code says more than the outcome, the sentence is that of the code.
 * @param language of the dates in it. Default: that of the attempt
 */
export function outcomeText(attempt: Attempt, words: Texts, language: string = attempt.facts.language): PageText {
  const { title, message } = resultText(attempt, words);
  // Made for the few who read a date: it takes longer than all else here.
  const days = () => timeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const sentences = partsReadBy(attempt).map(({ amount, on }) =>
    words.givenBack.replace("{amount}", () => formatMoney(amount)).replace("{date}", () => days()(Date.parse(on))),
  );
  return { title, message: [message, ...sentences].join(" ") };
}

/** What the buyer reads of the parts that went back: how much, and on which day, where people know both. */
const partsReadBy = (attempt: Attempt): { amount: Money; on: string }[] =>
  partsGivenBack(attempt).flatMap(({ amount, on }) => (on === undefined || amount.minor === 0 ? [] : [{ amount, on }]));

/** Whether one of two payments of the order is still to go back, as far as the buyer of this one can know. */
function isOneToGoBack(attempt: Attempt): boolean {
  const { duplicate, handled } = attempt.facts;
  if (!duplicate || handled === undefined) return duplicate === true;
  const isOwn = (handled.returnedAttempt ?? attempt.id) === attempt.id;
  return handled.returned && isOwn && partsReadBy(attempt).length === 0;
}

function resultText(attempt: Attempt, words: Texts): PageText {
  const { launchFailure = "shop", resolution, unconfirmedAt, verdict } = attempt.facts;
  const outcome = outcomeOf(attempt);
  if (outcome === "failed") return words.refused[failureRefusals[launchFailure]];
  if (outcome === "approved" && isOneToGoBack(attempt)) return words.outcome.paidAgain;
  // A person's "not paid" no longer counts once the bank has approved the attempt.
  if (resolution?.paid === false && outcome !== "approved") {
    return words.outcome[wasReversed(attempt) ? "reversed" : "notPaid"];
  }
  if (outcome === "declined" && unconfirmedAt !== undefined) return words.outcome.unconfirmed;
  const text = words.outcome[outcome];
  // A result that contradicts the attempt may be about another one.
  if ((outcome !== "declined" && outcome !== "unknown") || !verdict || verdict.mismatch) return text;
  const answer = meaningOf(verdict.code, attempt);
  const expected = outcome === "declined" ? "declined" : "review";
  return answer.finality === expected ? { title: text.title, message: words.codes[answer.sentence] } : text;
}

/** What the buyer reads about a launch that was refused; when it came too late, how its attempt has ended. */
export function refusalText(refusal: LaunchRefusal, words: Texts): PageText {
  if (refusal.reason === "ended_meanwhile") return outcomeText(refusal.attempt, words);
  if (refusal.reason === "asking_bank") {
    const { title, message } = words.outcome.pending;
    return { title, message: `${message} ${words.wait}` };
  }
  return words.refused[refusal.reason];
}

/** The sentence for a page that has its own heading. For a payment that never began, it says why as well. */
export function sentenceOf(attempt: Attempt, words: Texts, language?: string): string {
  const text = outcomeText(attempt, words, language);
  return outcomeOf(attempt) === "failed" ? wholeText(text) : text.message;
}

/** Title and message in one line. */
const wholeText = ({ title, message }: PageText): string => `${title}. ${message}`;

/**
 * The answer of `GET {mount}/attempts/{id}`, version 1 of the contract between element and router. It leaves out the
 * issuer's code, which would tell a thief that the card was reported lost or stolen.
 * @param language of the words
 * @param isOwn whether a browser asks that launched the attempt: card, authorization and reference are for that alone
 */
export function statusAnswer(attempt: Attempt, words: Texts, language?: string, isOwn = false) {
  const { settledAt } = attempt.facts;
  const verdict = isOwn ? attempt.facts.verdict : undefined;
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
export function refusedAnswer(attempt: string, { order, reason }: RefusedLaunch, words: Texts, mayBeCharged: boolean) {
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

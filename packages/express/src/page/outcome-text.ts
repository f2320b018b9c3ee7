import type { Money } from "@ventanilla/client";
import { formatMoney, timeFormat } from "@ventanilla/web";
import { meaningOf } from "../attempt/answer.ts";
import { partsGivenBack } from "../attempt/approval.ts";
import type { Attempt, LaunchFailure } from "../attempt/attempt.ts";
import { wasReversed } from "../attempt/needs-person.ts";
import { outcomeOf } from "../attempt/outcome.ts";
import type { PageText, Refusal, Texts } from "./texts.ts";

const refusals: Record<LaunchFailure, Refusal> = {
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
export const partsReadBy = (attempt: Attempt): { amount: Money; on: string }[] =>
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
  if (outcome === "failed") return words.refused[refusals[launchFailure]];
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

/**
 * Why a launch was refused, and the attempt that was written for it, or that prevents it. Only with an attempt:
 * `ended_meanwhile`, and `asking_bank` while another session of the order may have been paid, and the bank does not say.
 */
export type LaunchRefusal =
  | { reason: Refusal; attempt?: undefined }
  | { reason: Refusal | "ended_meanwhile" | "asking_bank"; attempt: Attempt };

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
export const wholeText = ({ title, message }: PageText): string => `${title}. ${message}`;

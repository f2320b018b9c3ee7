import type { Attempt, SentBack } from "../../attempt/attempt.ts";
import { isReturnUnclear } from "../../attempt/needs-person.ts";
import { timesOf } from "../format.ts";
import { decideTexts } from "../texts/open-decisions.ts";
import type { Visit } from "../visit.ts";

/** The part of which nobody knows whether it went back, if the payment waits for that. */
export const returnOf = (attempt: Attempt): SentBack | undefined =>
  isReturnUnclear(attempt) ? attempt.facts.sentBack : undefined;

/** The same, where it is less than the whole payment: the bank voids no part. */
export function returnPartOf(attempt: Attempt): SentBack["amount"] | undefined {
  const { amount } = returnOf(attempt) ?? attempt;
  return amount.minor < attempt.amount.minor ? amount : undefined;
}

/** Since when a payment waits for a person, in milliseconds since the epoch. */
export function sinceOf(attempt: Attempt): number {
  const { createdAt, facts } = attempt;
  return returnOf(attempt)?.at ?? facts.unconfirmedAt ?? facts.settledAt ?? createdAt;
}

/** Since when something waits. */
export function sinceText(
  { language, settings }: Pick<Visit, "language" | "settings">,
  at: number,
  now: number,
): string {
  const { day, brief } = timesOf(language, settings.timeZone);
  return decideTexts[language].since(brief(at, now), day(at) === day(now));
}

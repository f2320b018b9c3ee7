import type { Attempt, Handling } from "../attempt/attempt.ts";
import { reviewKind } from "../attempt/review-kind.ts";
import { isAboutMoneyBack, type SituationKind } from "./situation.ts";
import { type DecisionTexts, decisionTexts } from "./texts/decision.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** The names of the two decisions about a payment. Decisions about two payments of an order have other names. */
export function choiceNames(kind: SituationKind, { yes, no }: DecisionTexts): Record<"yes" | "no", string> {
  if (!isAboutMoneyBack({ kind })) return { yes: yes.charged, no: no.notCharged };
  return kind === "partial" ? { yes: yes.rest, no: no.partBack } : { yes: yes.accept, no: no.giveBack };
}

/** The name of the decision that a person recorded about a payment, as the form showed it. */
export function decisionName({ facts }: Attempt, paid: boolean, language: CounterLanguage): string {
  return choiceNames(reviewKind(facts.verdict), decisionTexts[language])[paid ? "yes" : "no"];
}

/**
 * What a person recorded about two payments of an order.
 * @param id the charge of one of them: `returnedThis` means that one
 */
export function handlingOf(
  id: string,
  { returned, returnedAttempt }: Handling,
): "kept" | "returned" | "returnedThis" | "returnedOther" {
  if (!returned) return "kept";
  if (returnedAttempt === undefined) return "returned";
  return returnedAttempt === id ? "returnedThis" : "returnedOther";
}

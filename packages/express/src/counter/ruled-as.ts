import type { Attempt, Handling } from "../attempt/attempt.ts";
import { reviewKind } from "../attempt/review-kind.ts";
import { isAboutMoneyBack, type SituationKind } from "./situation.ts";
import { type DecisionTexts, decisionTexts } from "./texts/decision.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** What the two decisions about a payment are called. Those about two payments of an order have names of their own. */
export function choiceNames(kind: SituationKind, { yes, no }: DecisionTexts): Record<"yes" | "no", string> {
  if (!isAboutMoneyBack({ kind })) return { yes: yes.charged, no: no.notCharged };
  return kind === "partial" ? { yes: yes.rest, no: no.partBack } : { yes: yes.accept, no: no.giveBack };
}

/** What a person recorded about a payment, in the words in which it was offered. */
export function ruledAs({ facts }: Attempt, paid: boolean, language: CounterLanguage): string {
  return choiceNames(reviewKind(facts.verdict), decisionTexts[language])[paid ? "yes" : "no"];
}

/** What a person did about two payments of an order, of which this is one. */
export function handlingOf(
  id: string,
  { returned, returnedAttempt }: Handling,
): "kept" | "returned" | "returnedThis" | "returnedOther" {
  if (!returned) return "kept";
  if (returnedAttempt === undefined) return "returned";
  return returnedAttempt === id ? "returnedThis" : "returnedOther";
}

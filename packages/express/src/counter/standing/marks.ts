import { approvedAmountOf, isGivenBack, isPartial, partsGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import type { CounterLanguage } from "../texts/texts.ts";

/** What a person has recorded about a payment that counts as approved. */
export const marks = ["confirmed", "partial", "partialUnknown", "reversed", "reversedInPart"] as const;
/** One of {@link marks}. */
export type Mark = (typeof marks)[number];

/** The name of each mark, for a single payment. */
export const markNames: Record<CounterLanguage, Record<Mark, string>> = {
  es: {
    confirmed: "Confirmado por una persona",
    partial: "Aprobado en parte",
    partialUnknown: "Aprobado en parte (sin monto)",
    reversed: "Devuelto",
    reversedInPart: "Devuelto en parte",
  },
  en: {
    confirmed: "Confirmed by a person",
    partial: "Approved in part",
    partialUnknown: "Approved in part (no amount)",
    reversed: "Given back",
    reversedInPart: "Given back in part",
  },
};

/** The marks of an attempt, in the order of {@link marks}. None unless it is approved. */
export function marksOf(attempt: Pick<Attempt, "id" | "state" | "amount" | "facts">): Mark[] {
  const { state, facts } = attempt;
  const isNamed = approvedAmountOf(attempt) !== undefined;
  const isBack = isGivenBack(attempt);
  const has = {
    confirmed: facts.resolution?.paid === true,
    partial: isNamed && isPartial(attempt),
    partialUnknown: !isNamed,
    reversed: isBack,
    reversedInPart: !isBack && partsGivenBack(attempt).length > 0,
  };
  return state === "approved" ? marks.filter((mark) => has[mark]) : [];
}

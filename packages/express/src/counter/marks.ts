import type { Attempt, Handling } from "../attempt/attempt.ts";
import { givenBackOf } from "../attempt/given-back.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** What a person has recorded about a payment that counts as approved. */
export const marks = ["confirmed", "partial", "givenBack"] as const;
/** One of {@link marks}. */
export type Mark = (typeof marks)[number];

/** How one payment is marked. */
export const markNames: Record<CounterLanguage, Record<Mark, string>> = {
  es: { confirmed: "Confirmado por una persona", partial: "Aprobado en parte", givenBack: "Devuelto" },
  en: { confirmed: "Confirmed by a person", partial: "Approved in part", givenBack: "Given back" },
};

/** What a person did about two payments of an order, of which this is one. */
export function handlingOf(
  id: string,
  { returned, returnedAttempt }: Handling,
): "kept" | "returned" | "returnedThis" | "returnedOther" {
  if (!returned) return "kept";
  if (returnedAttempt === undefined) return "returned";
  return returnedAttempt === id ? "returnedThis" : "returnedOther";
}

/** Whether the bank approved a part of the amount, which its answer does not name: the amount is not what was charged. */
export function isPartial({ facts }: Pick<Attempt, "facts">): boolean {
  return facts.verdict?.code === "10";
}

/** What is added up of a payment: of one that was approved in part nothing, because nobody has said how much. */
export function countedOf(attempt: Pick<Attempt, "amount" | "facts">): Attempt["amount"] {
  return isPartial(attempt) ? { ...attempt.amount, minor: 0 } : attempt.amount;
}

export function marksOf(attempt: Pick<Attempt, "id" | "state" | "facts">): Mark[] {
  const { state, facts } = attempt;
  const has = {
    confirmed: facts.resolution?.paid === true,
    partial: isPartial(attempt),
    givenBack: givenBackOf(attempt) !== undefined,
  };
  return state === "approved" ? marks.filter((mark) => has[mark]) : [];
}

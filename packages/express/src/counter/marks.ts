import type { Attempt } from "../attempt/attempt.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** What a person has recorded about a payment that counts as approved. */
export const marks = ["confirmed", "givenBack"] as const;
/** One of {@link marks}. */
export type Mark = (typeof marks)[number];

/** How one payment is marked. */
export const markNames: Record<CounterLanguage, Record<Mark, string>> = {
  es: { confirmed: "Confirmado por una persona", givenBack: "Devuelto" },
  en: { confirmed: "Confirmed by a person", givenBack: "Given back" },
};

export function marksOf({ state, facts }: Pick<Attempt, "state" | "facts">): Mark[] {
  const has = { confirmed: facts.resolution?.paid === true, givenBack: facts.handled?.returned === true };
  return state === "approved" ? marks.filter((mark) => has[mark]) : [];
}

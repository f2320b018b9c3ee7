import type { Money } from "@ventanilla/client";
import type { Attempt } from "./attempt.ts";

type Approval = Pick<Attempt, "amount" | "facts">;

/**
 * What the bank approved, as far as anybody has said: what a person named, else the whole amount; `undefined` where the
 * bank approved a part (code 10), which its answer does not name. The stores ask for the same in their languages.
 */
export function approvedAmountOf({ amount, facts }: Approval): Money | undefined {
  return facts.resolution?.approvedAmount ?? (facts.verdict?.code === "10" ? undefined : amount);
}

/** What is added up of an approval: nothing of a part that nobody has named. */
export function countedOf(attempt: Approval): Money {
  return approvedAmountOf(attempt) ?? { ...attempt.amount, minor: 0 };
}

/** Whether the bank approved less than it was asked for. */
export function isPartial(attempt: Approval): boolean {
  return approvedAmountOf(attempt)?.minor !== attempt.amount.minor;
}

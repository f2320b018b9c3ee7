import type { Money } from "@ventanilla/client";
import type { Attempt } from "./attempt.ts";

type Approval = Pick<Attempt, "amount" | "facts">;

/**
 * The amount that the bank approved: the amount that a person recorded, else the whole amount. `undefined` when the
 * bank approved a part (code 10), which its answer does not name, and nobody has recorded it.
 */
export function approvedAmountOf({ amount, facts }: Approval): Money | undefined {
  return facts.resolution?.approvedAmount ?? (facts.verdict?.code === "10" ? undefined : amount);
}

/** The amount of an approval that counts in sums: 0 for a part that nobody has named. */
export function countedOf(attempt: Approval): Money {
  return approvedAmountOf(attempt) ?? { ...attempt.amount, minor: 0 };
}

/** Whether the bank approved only a part of the amount, whether that part is known or not. */
export function isPartial(attempt: Approval): boolean {
  return approvedAmountOf(attempt)?.minor !== attempt.amount.minor;
}

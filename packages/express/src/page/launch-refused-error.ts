import type { Attempt } from "../attempt/attempt.ts";
import { awaitsResolution } from "../attempt/needs-person.ts";
import type { LaunchRefusal } from "./outcome-text.ts";
import { isAboutContact } from "./refused-launches.ts";

/** Ends a launch with a page that gives the buyer the reason. */
export class LaunchRefusedError extends Error {
  readonly refusal: LaunchRefusal;
  /** What the log says in place of the reason's own sentence. */
  readonly hint: string | undefined;

  constructor(refusal: LaunchRefusal, hint?: string) {
    super(refusal.reason);
    this.refusal = refusal;
    this.hint = hint;
  }
}

/** `order()` failed: `cause` is what it has thrown, or what is wrong with its answer. */
export class OrderFailedError extends Error {
  constructor(cause: unknown) {
    super("order() failed", { cause });
  }
}

/** Whether the same launch may have been answered before, and its attempt paid: then the page must not say "not charged". */
export function mayBeRepeated(reason: LaunchRefusal["reason"]): boolean {
  return reason === "unknown_order" || reason === "too_many" || isAboutContact(reason);
}

/** Why an attempt holds its order: a person has to look at it, or the bank is still asked. */
export function heldReason(attempt: Attempt): "in_review" | "asking_bank" {
  return awaitsResolution(attempt) || attempt.facts.captureOf !== undefined ? "in_review" : "asking_bank";
}

/**
 * Why an attempt that has ended in the meantime cannot be launched. After `ended_meanwhile` a new click may succeed.
 */
export function endOf(attempt: Attempt): LaunchRefusal {
  if (attempt.state === "approved") return { reason: "already_paid", attempt };
  return { reason: awaitsResolution(attempt) ? "in_review" : "ended_meanwhile", attempt };
}

import { formatMoney } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import { eventIdOf } from "../attempt/decide-change.ts";
import { type DecisionKind, decisionKindOf, reviewKind } from "../attempt/needs-person.ts";
import type { EventType } from "../attempt/outbox-event.ts";
import type { Alert } from "../report/messages.ts";
import { subjectOf } from "../report/report.ts";

/** By the kind of decision that a payment waits for: the type of its event, and the alert that asks for the decision. */
const decisionMessages: Record<DecisionKind, { type: EventType; code: Alert; message(attempt: Attempt): string }> = {
  paidTwice: {
    type: "order.paidAgain",
    code: "paid_again",
    message: () => "an order was paid or authorized twice: give one back (void before the batch closes, else refund)",
  },
  returnUnclear: {
    type: "order.returnUnclear",
    code: "return_unclear",
    message: () => "it is unknown whether a part went back: ask the bank, then record it in the counter",
  },
  review: {
    type: "attempt.review",
    code: "review",
    message: (attempt) => `${reviewReason(attempt)}: ask the bank, then record it with ventanilla resolve`,
  },
  unconfirmed: {
    type: "attempt.unconfirmed",
    code: "unconfirmed",
    message: () => "a card or capture was refused without a clear last answer: ask the bank about a later one",
  },
  unknown: {
    type: "attempt.unknown",
    code: "unknown",
    message: () => "it is unknown whether an attempt was charged: ask the bank, then record it with ventanilla resolve",
  },
};

/**
 * The alert that asks for the decision that this attempt waits for, as arguments of the report's `alert`; `undefined`
 * when it waits for none.
 */
export function decisionAlertOf(attempt: Attempt) {
  const kind = decisionKindOf(attempt);
  if (kind === undefined) return undefined;
  const { type, code, message } = decisionMessages[kind];
  const isPartial = kind === "review" && reviewKind(attempt.facts.verdict) === "partial";
  const subject = { event: eventIdOf(type, attempt), ...subjectOf(attempt), ...(isPartial && { isPartial }) };
  return { code, message: message(attempt), subject };
}

function reviewReason({ amount, facts: { verdict } }: Attempt): string {
  const { code, mismatch = [], orderAmount } = verdict ?? {};
  switch (reviewKind(verdict)) {
    case "otherAmount": {
      const costs = orderAmount ? formatMoney(orderAmount) : "another amount";
      return `the bank approved ${formatMoney(amount)}, and the order now costs ${costs}`;
    }
    case "orderGone":
      return "the bank approved an order that order() no longer finds when it is called without a request";
    case "partial":
      return `the bank approved only a part (code ${code})`;
    case "review":
      return mismatch.length > 0
        ? `an attempt looks approved, but its ${mismatch.join(", ")} does not match`
        : `the bank's answer may be an approval (code ${code})`;
  }
}

import { type Html, html } from "@ventanilla/web";
import type { Attempt } from "../../attempt/attempt.ts";
import { isPaidTwice } from "../../attempt/needs-person.ts";
import { countedSumOf } from "../../staff/tally-sum.ts";
import type { Mark } from "../standing/marks.ts";
import { approvedLines } from "../sums/approved-lines.ts";
import { sumLines } from "../sums/sum-lines.ts";
import { Totals } from "../sums/totals.ts";
import type { Visit } from "../visit.ts";

/** What was charged with the attempts that a filter finds, and what of it went back or should: one card a currency. */
export function foundTotals(visit: Visit, attempts: readonly Attempt[]): Html | undefined {
  // What is only held is not charged: its capture is.
  const charged = attempts.filter(({ state, facts }) => state === "approved" && facts.capture !== "later");
  if (charged.length === 0) return undefined;
  const totals = new Totals();
  for (const attempt of charged) totals.add(attempt);
  const card = (all: ReturnType<Totals["byCurrency"]>[number]) => {
    const { currency } = all;
    const marked = (mark: Mark) =>
      totals.marked(currency).find((total) => total.mark === mark) ?? { count: 0, minor: 0 };
    const owed = charged.filter((attempt) => attempt.amount.currency === currency && isPaidTwice(attempt));
    const sum = {
      ...all,
      partial: marked("partial"),
      reversed: totals.back(currency),
      owed: countedSumOf(owed.map(({ amount }) => ({ count: 1, minor: amount.minor }))),
    };
    return html`<section class="card">${sumLines(approvedLines(visit, sum))}</section>`;
  };
  return html`<div class="totals">${totals.byCurrency().map(card)}</div>`;
}

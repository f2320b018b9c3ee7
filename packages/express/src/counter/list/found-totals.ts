import { type Html, html } from "@ventanilla/web";
import type { Attempt } from "../../attempt/attempt.ts";
import { lineOf } from "../../attempt/group.ts";
import { shelfOf } from "../../attempt/shelf.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { owedOf } from "../give-back/owed.ts";
import { groupSums } from "../today/today.ts";
import type { Visit } from "../visit.ts";

/** What the attempts that a filter finds come to, group by group, and what of it went back or should: one card a currency. */
export function foundTotals(visit: Visit, attempts: readonly Attempt[]): Html {
  const sums = {
    rows: attempts.map(tallyOf),
    owed: attempts.flatMap((attempt) => owedOf(attempt) ?? []),
    isBatch: false,
  };
  const cards = groupSums(visit, sums).map((lines) => html`<section class="card">${lines}</section>`);
  return html`<div class="totals">${cards}</div>`;
}

/** An attempt as the tally counts it. */
function tallyOf(attempt: Attempt): SpanTally {
  const { section, counted, reversed, part, unnamedPart } = shelfOf(attempt);
  const { currency } = attempt.amount;
  return {
    ...lineOf(section),
    currency,
    count: 1,
    minor: counted,
    ...(reversed !== null && { reversed: { count: 1, minor: reversed } }),
    ...(part !== null && { partial: { count: 1, minor: part } }),
    ...(unnamedPart !== null && { partialUnknown: unnamedPart }),
  };
}

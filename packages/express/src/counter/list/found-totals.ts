import { type Html, html } from "@ventanilla/web";
import type { Attempt } from "../../attempt/attempt.ts";
import { lineOf } from "../../attempt/sections-of.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import type { SpanTally } from "../../stores/staff-store.ts";
import { type Owed, owedOf } from "../give-back/owed.ts";
import { groupSums } from "../today/today.ts";
import type { Visit } from "../visit.ts";

/** The sums of what a filter finds, and what of it should go back. */
export interface Found {
  rows: readonly SpanTally[];
  owed: readonly Owed[];
}

/** The sums of attempts. */
export const foundIn = (attempts: readonly Attempt[]): Found => ({
  rows: attempts.map(tallyOf),
  owed: attempts.flatMap((attempt) => owedOf(attempt) ?? []),
});

/** What the attempts that a filter finds come to, group by group, and what of it went back or should. */
export const foundTotals = (visit: Visit, sums: Found): Html =>
  html`<div class="totals">${groupSums(visit, { ...sums, isBatch: false })}</div>`;

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

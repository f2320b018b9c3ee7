import type { Attempt } from "../../attempt/attempt.ts";
import { lineOf } from "../../attempt/sections-of.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import { matching } from "../../staff/pages.ts";
import type { CountedSum } from "../../staff/summary-numbers.ts";
import type { AttemptFilter, SpanTally, TimeSpan } from "../../stores/staff-store.ts";
import type { ShopStore } from "../../stores/store.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { returnOf } from "../standing/since.ts";
import { isAboutMoneyBack, kindOf, moneyKinds } from "../standing/situation.ts";

/** A payment that a person may have to give back, or of which nobody knows what went back, as it counts in the tally. */
export interface Owed extends Pick<SpanTally, "group" | "currency" | "count" | "minor"> {
  /** When it reached its state, in milliseconds since the epoch: the tally counts it there. */
  at: number;
  /** Whether it was sent back, and nobody knows whether it went. */
  isUnclear: boolean;
}

/** What should go back of some payments, and what may have gone. */
export interface OwedSums {
  owed: CountedSum;
  unclear: CountedSum;
}

/** Adds up payments of one currency. */
export const owedSumsOf = (rows: readonly Owed[]): OwedSums => ({
  owed: countedSumOf(rows.filter(({ isUnclear }) => !isUnclear)),
  unclear: countedSumOf(rows.filter(({ isUnclear }) => isUnclear)),
});

/**
 * What the bank has charged or holds of what a filter finds, and should go back unless a person says that it stays: payments of orders
 * that were paid twice, of orders that are gone, of another amount and of a part; and what was sent back without a clear answer.
 * @param kinds the decisions that it looks for. Default: all that are about money that goes back
 */
export async function owedIn(store: ShopStore, filter: AttemptFilter, kinds = moneyKinds): Promise<Owed[]> {
  const owed = kinds.map((toDecide) =>
    Array.fromAsync(matching(store, { ...filter, toDecide }), (page) => page.flatMap((each) => owedOf(each) ?? [])),
  );
  return (await Promise.all(owed)).flat(2);
}

/** What of an attempt should go back. `undefined` when nothing has to. */
export function owedOf(attempt: Attempt): Owed | undefined {
  const kind = kindOf(attempt);
  const sent = returnOf(attempt);
  if (sent === undefined && (kind === undefined || !isAboutMoneyBack({ kind }))) return undefined;
  const { section, reachedAt: at, counted } = shelfOf(attempt);
  const { currency, minor } = sent?.amount ?? { ...attempt.amount, minor: counted };
  return { group: lineOf(section).group, currency, count: 1, minor, at, isUnclear: sent !== undefined };
}

/** Whether a time lies in a span. */
export const isWithin = ({ from, until }: TimeSpan, at: number): boolean => at >= from && at < until;

import type { Attempt } from "../../attempt/attempt.ts";
import { lineOf } from "../../attempt/sections-of.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import { matching } from "../../staff/pages.ts";
import type { AttemptFilter, SpanTally, TimeSpan } from "../../stores/staff-store.ts";
import type { ShopStore } from "../../stores/store.ts";
import { isAboutMoneyBack, kindOf } from "../standing/situation.ts";

/** A payment that a person may have to give back, as it counts in the tally. */
export interface Owed extends Pick<SpanTally, "group" | "currency" | "count" | "minor"> {
  /** When it reached its state, in milliseconds since the epoch: the tally counts it there. */
  at: number;
}

/**
 * What the bank has charged or holds of what a filter finds, and should go back unless a person says that it stays: payments of orders
 * that were paid twice, of orders that are gone, of another amount and of a part.
 */
export async function owedIn(store: ShopStore, filter: AttemptFilter): Promise<Owed[]> {
  const owed: Owed[] = [];
  for (const toDecide of ["paidTwice", "review"] as const) {
    for await (const attempts of matching(store, { ...filter, toDecide }))
      owed.push(...attempts.flatMap((attempt) => owedOf(attempt) ?? []));
  }
  return owed;
}

/** What of an attempt should go back. `undefined` when nothing has to. */
export function owedOf(attempt: Attempt): Owed | undefined {
  const kind = kindOf(attempt);
  if (kind === undefined || !isAboutMoneyBack({ kind })) return undefined;
  const { section, reachedAt: at, counted: minor } = shelfOf(attempt);
  return { group: lineOf(section).group, currency: attempt.amount.currency, count: 1, minor, at };
}

/** Whether a time lies in a span. */
export const isWithin = ({ from, until }: TimeSpan, at: number): boolean => at >= from && at < until;

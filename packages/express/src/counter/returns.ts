import { type PartGivenBack, returnsOf, sumOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { returnedIn } from "../staff/pages.ts";
import type { TimeSpan } from "../stores/staff-store.ts";
import type { ShopStore } from "../stores/store.ts";
import { isWithin } from "./owed.ts";
import { taxIn } from "./totals.ts";

/** A part of a payment that went back. */
export interface Return extends PartGivenBack {
  payment: Attempt;
  /** The ITBIS in it, in minor units: that of all parts of a payment adds up to its own. */
  tax: number;
}

/** What went back in a span of time, of payments of any time, the earliest first. */
export async function returnsIn(store: ShopStore, span: TimeSpan): Promise<Return[]> {
  const ids = new Set<string>();
  for await (const page of returnedIn(store, span)) for (const { attempt } of page) ids.add(attempt);
  const returns: Return[] = [];
  for (const id of ids) {
    const payment = await store.findAttempt(id);
    if (payment !== undefined) returns.push(...partsOf(payment).filter(({ at }) => isWithin(span, at)));
  }
  return returns.toSorted((a, b) => a.at - b.at);
}

function partsOf(payment: Attempt): Return[] {
  const parts = returnsOf(payment);
  const taxUntil = (count: number) => taxIn(payment, sumOf(parts.slice(0, count)));
  return parts.map((part, index) => ({ ...part, payment, tax: taxUntil(index + 1) - taxUntil(index) }));
}

import { type PartGivenBack, returnsOf, sumOf } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { returnedIn } from "../../staff/pages.ts";
import type { ReturnsRequest } from "../../stores/staff-store.ts";
import type { ShopStore } from "../../stores/store.ts";
import { taxIn } from "../sums/totals.ts";
import { isWithin } from "./owed.ts";

/** A part of a payment that went back. */
export interface Return extends PartGivenBack {
  /** Of one part each: the payment's id and the place among its parts. */
  key: string;
  payment: Attempt;
  /** The ITBIS in it, in minor units: that of all parts of a payment adds up to its own. */
  tax: number;
}

/**
 * What went back in a span of time, of payments of any time, the earliest first.
 * @param request which of them. `limit`: how many at most. Default: all
 */
export async function returnsIn(
  store: ShopStore,
  { limit = Number.POSITIVE_INFINITY, ...request }: Omit<ReturnsRequest, "limit" | "after"> & { limit?: number },
): Promise<Return[]> {
  const payments = new Map<string, Attempt | undefined>();
  for await (const page of returnedIn(store, request)) {
    const ids = [...new Set(page.map(({ attempt }) => attempt))].filter((id) => !payments.has(id));
    const found = await Promise.all(ids.map((id) => store.findAttempt(id)));
    for (const [index, id] of ids.entries()) payments.set(id, found[index]);
    if (payments.size >= limit) break;
  }
  const returns = [...payments.values()].flatMap((payment) =>
    payment === undefined ? [] : partsOf(payment).filter(({ at }) => isWithin(request, at)),
  );
  return returns.toSorted((a, b) => a.at - b.at).slice(0, limit);
}

/** The parts of a payment that went back. */
export function partsOf(payment: Attempt): Return[] {
  const parts = returnsOf(payment);
  const taxUntil = (count: number) => taxIn(payment, sumOf(parts.slice(0, count)));
  return parts.map((part, index) => ({
    ...part,
    key: `${payment.id} ${index}`,
    payment,
    tax: taxUntil(index + 1) - taxUntil(index),
  }));
}

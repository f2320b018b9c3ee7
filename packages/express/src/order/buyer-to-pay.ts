import { normalizeBuyer } from "@ventanilla/client";
import type { Refusal } from "../page/texts.ts";
import type { Report } from "../report/report.ts";
import type { Order } from "./order.ts";

/** An order whose buyer is ready for the bank, or why the buyer has to correct something first. */
type OrderOrRefusal = { order: Order; refusal?: undefined } | { order?: undefined; refusal: Refusal };

const dayMs = 24 * 60 * 60_000;
const losses = { cut: "was cut to the length that the bank takes", omitted: "was left out" } as const;

/**
 * Makes the buyer of an order ready for the bank, as `normalizeBuyer` does. What only helps 3-D Secure never stops a
 * payment: one warning a field and day names what is missing of it, without the value.
 * @param now a monotonic clock, in milliseconds
 */
export function makeBuyerToPay(
  report: Pick<Report, "warn">,
  now: () => number = () => performance.now(),
): (id: string, order: Order) => OrderOrRefusal {
  const warnedAt = new Map<string, number>();

  return function buyerToPay(id, order) {
    const { details, changes, wrong } = normalizeBuyer(order);
    for (const { field, change } of changes) {
      if (now() - (warnedAt.get(field) ?? Number.NEGATIVE_INFINITY) < dayMs) continue;
      warnedAt.set(field, now());
      report.warn(`order().${field} ${losses[change]}: it only helps 3-D Secure, and the payment goes on`, {
        order: id,
        field,
      });
    }
    const [first, second] = wrong;
    if (first === undefined) return { order: { ...order, ...details } };
    if (second !== undefined) return { refusal: "wrong_contact" };
    return { refusal: first === "email" ? "wrong_email" : "wrong_mobile" };
  };
}

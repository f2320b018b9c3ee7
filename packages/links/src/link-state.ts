import { isRange } from "./amounts.ts";
import type { Link } from "./link.ts";

/** Why a payment of a link can be begun now, or cannot. `paid`: it was paid as many times as it can be. */
export type LinkState = "open" | "early" | "expired" | "withdrawn" | "paid";

/** How many payments a link takes. */
export const stockOf = ({ times }: Pick<Link, "times">): number => {
  if (times === "once") return 1;
  return times === "many" ? Number.POSITIVE_INFINITY : times;
};

/** The state of a link at a time. That it was paid explains more than that it was withdrawn later. */
export function stateOf(link: Link, now: number): LinkState {
  const { from = 0, until = Number.POSITIVE_INFINITY, withdrawnAt, paid } = link;
  if (paid.count >= stockOf(link)) return "paid";
  if (withdrawnAt !== undefined) return "withdrawn";
  if (now >= until) return "expired";
  return now < from ? "early" : "open";
}

/** Whether the link itself is the order: then the router lets it be paid once, whoever opens it. */
export const isFixedOnce = ({ amount, times }: Link): boolean => times === "once" && !isRange(amount);

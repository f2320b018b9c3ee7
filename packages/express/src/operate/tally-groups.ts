import type { TallyRow } from "../stores/counter-store.ts";

/** What the states of payments are together, for who counts them. */
export type TallyGroup = "approved" | "authorized" | "declined" | "waiting" | "decide" | "expired";

/** The group of each state. A canceled payment is `waiting`: until its thirty minutes are over, it can still be paid. */
export const tallyGroups: Record<TallyRow["state"], TallyGroup> = {
  approved: "approved",
  authorized: "authorized",
  declined: "declined",
  preparing: "waiting",
  opened: "waiting",
  unknown: "decide",
  review: "decide",
  expired: "expired",
};

import type { PayStatus } from "./result.ts";

/** The icons of the button, as lines on a canvas of 24 by 24. */
export const buttonIcons = {
  lock: "M8 11V8a4 4 0 0 1 8 0v3M5 11h14v9H5z",
  turning: "M12 4a8 8 0 1 1-8 8",
  leave: "M10 6h8v8m0-8L6 18",
};

const notice = "M12 17v-6m0-3.5v.1";

/** The icons of the note: a mark for each outcome, in a circle. */
export const marks: Partial<Record<PayStatus, string>> = {
  open: notice,
  pending: "M8 12h.1m3.9 0h.1m3.9 0h.1",
  approved: "M8 12l3 3 5-6",
  declined: "M9 9l6 6m0-6-6 6",
  cancelled: "M8 12h8",
  expired: "M12 7v5l3 2",
  unknown: "M12 7v6m0 3.5v.1",
  failed: "M6 6l12 12",
};

/** The circle around a mark. */
export const circle = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0";

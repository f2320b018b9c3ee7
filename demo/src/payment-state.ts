import type { OrderView } from "@ventanilla/express";
import type { Order } from "./orders.ts";

/**
 * How an order stands, for its buyer. `paidTwice`: two attempts were charged, and the staff has not yet recorded what
 * became of the further one. `review`: it may have been charged, and a person asks the bank; nobody may pay it meanwhile.
 * `underway`: the bank's page is open, or has not answered yet; to pay again joins that payment. `unpaid`: nothing was
 * charged.
 */
export type PaymentState = "paid" | "paidTwice" | "review" | "underway" | "unpaid";

/** The color of a state, besides its words. */
export const tones: Record<PaymentState, string> = {
  paid: "good",
  paidTwice: "alert",
  review: "alert",
  underway: "plain",
  unpaid: "plain",
};

/** How an order stands: what the router knows decides, and what the shop has written down of it. */
export function paymentStateOf(order: Order, { paid, paidTwice, decisive }: OrderView): PaymentState {
  if (paidTwice) return "paidTwice";
  if (order.paid || paid) return "paid";
  if (decisive === undefined) return "unpaid";
  return decisive.outcome === "pending" ? "underway" : "review";
}

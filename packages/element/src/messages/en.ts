import type { Messages } from "./es.ts";

export const en: Messages = {
  lang: "en",
  idle: "Pay by card",
  open: "Go to the window",
  pending: "Reopen the payment",
  approved: "Paid",
  unknown: "Payment under review",
  again: "Try again",
  atBank: "Complete the payment on the bank's page.",
  left: "Time left:",
  opening: "Opening the bank's page…",
  stuck: "If it does not open, close this window and try again.",
  checking: "We are checking your payment.",
  safe: "It is safe to pay again.",
  unsafe: "Do not pay another way.",
  missed: "The bank's page did not open.",
  window: "Can't see it? Open it in a new window",
  close: "Close",
};

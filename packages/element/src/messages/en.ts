import type { Messages } from "./es.ts";

export const en: Messages = {
  lang: "en",
  idle: "Pay by card",
  open: "Show the bank's page",
  pending: "Return to the bank's page",
  approved: "Paid",
  unknown: "Payment under review",
  again: "Try again",
  atBank: "Complete the payment on the bank's page.",
  required: "Please pay by card before you continue.",
  left: "Time left to pay:",
  opening: "Opening the bank's page…",
  stuck: "If it does not open, close this window and try again.",
  checking: "We are checking your payment with the bank.",
  either: "Did you not get to pay? Return to the bank's page.\nAlready paid? Wait here.",
  unsafe: "Please do not pay by any other means yet.",
  missed: "The bank's page did not open. You were not charged.",
  window: "Can't see it? Open it in a new window",
  close: "Close",
  cancel: "Close the bank's page",
};

import type { Messages } from "./es.ts";

export const en: Messages = {
  button: {
    idle: "Pay by card",
    open: "Go to the window",
    pending: "Reopen the payment",
    approved: "Paid",
    unknown: "Payment under review",
    again: "Try again",
  },
  sentence: {
    open: "Complete the payment on the bank's page.",
    checking: "Checking the payment…",
  },
  missed: "The bank's page did not open. You have not been charged.",
};

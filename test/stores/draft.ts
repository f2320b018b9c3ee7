import type { AttemptDraft } from "@ventanilla/express";

/** The bank of drafts and leases that name no other. */
export const bank = "https://bank.example/sessions";

/** A draft of an attempt that is never due by itself. */
export const draft = (order = "A-1"): AttemptDraft => ({
  id: crypto.randomUUID(),
  order,
  bank,
  amount: { minor: 100, currency: "DOP" },
  tax: { minor: 0, currency: "DOP" },
  browserHash: "browser",
  facts: { language: "es", mode: "popup" },
  dueAt: 8_000_000_000_000,
});

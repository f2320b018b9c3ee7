import type { AttemptDraft } from "@ventanilla/express/store";

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

/** The same of an order that asks to be sent under a reference, if it does. */
export function referring(order: string, orderReference: string | undefined): AttemptDraft {
  const given = draft(order);
  return { ...given, facts: { ...given.facts, ...(orderReference !== undefined && { orderReference }) } };
}

/** A number of the sequence of TransactionIds that has this id and is ahead of every clock. */
export const farAhead = (id: number): number => 900_000_000 + id;

import type { Attempt } from "../attempt/attempt.ts";

/** An approved payment as the store has it, with what a test says about it. */
export function approved(part: Partial<Attempt> & { verdict?: Attempt["facts"]["verdict"] } = {}): Attempt {
  const { verdict, ...rest } = part;
  return {
    id: crypto.randomUUID(),
    order: "A-1001",
    bank: "https://api.bank.example",
    state: "approved",
    version: 3,
    transactionId: "100001",
    amount: { minor: 295_000, currency: "DOP" },
    tax: { minor: 45_000, currency: "DOP" },
    createdAt: Date.UTC(2026, 10, 20, 18),
    facts: {
      language: "es",
      mode: "popup",
      settledAt: Date.UTC(2026, 10, 20, 18, 3, 22),
      verdict: { code: "00", maskedCard: "476134______0050", ...verdict },
    },
    ...rest,
  };
}

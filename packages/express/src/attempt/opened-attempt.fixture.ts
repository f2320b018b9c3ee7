import type { Attempt } from "./attempt.ts";
import { windowMs } from "./rules.ts";

/** When {@link openedAttempt} began, in milliseconds since the epoch. */
export const createdAt = 1_800_000_000_000;

/** An attempt whose launch page has just been served. */
export const openedAttempt: Attempt = {
  id: "7f9c2ba4-e88f-4ed2-9d5f-0f5fb9bb4bc1",
  order: "A-1",
  bank: "https://bank.example",
  state: "opened",
  version: 3,
  transactionId: "100001",
  amount: { minor: 100, currency: "DOP" },
  tax: { minor: 18, currency: "DOP" },
  createdAt,
  windowEndsAt: createdAt + windowMs,
  facts: {
    language: "es",
    mode: "popup",
    openedAt: createdAt,
    merchant: {
      number: "349000000",
      terminal: "58585858",
      acquirer: "349",
      type: "5999",
      name: { owner: "TIENDA DEMO", city: "SANTO DOMINGO", country: "DO" },
    },
  },
};

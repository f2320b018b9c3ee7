import type { Attempt, Facts, State, Store } from "@ventanilla/express";

/** An attempt to be put into a store: opened, of order A-1 and 100 centavos, unless told. */
export interface Placement {
  order?: string;
  state?: State;
  minor?: number;
  facts?: Partial<Facts>;
  windowEndsAt?: number;
  dueAt?: number | null;
}

/** Puts an attempt into a store through the store's own writes: opened first, then in the state asked for. */
export async function place(store: Store, placement: Placement = {}): Promise<Attempt> {
  const { order = "A-1", state = "opened", minor = 100, facts = {}, dueAt = null } = placement;
  const now = await store.now();
  const { windowEndsAt = now + 30 * 60_000 } = placement;
  const { kind, attempt } = await store.insertAttempt(
    {
      id: crypto.randomUUID(),
      order,
      // Claimed and joined by every router.
      bank: "",
      amount: { minor, currency: "DOP" },
      tax: { minor: 0, currency: "DOP" },
      browserHash: "0".repeat(64),
      facts: { language: "es", mode: "redirect" },
      dueAt: now + 60_000,
    },
    now,
  );
  if (kind !== "inserted") throw new Error(`the order's attempt was ${kind}`);
  const opened = await store.transition(attempt.id, attempt.version, {
    state: "opened",
    facts: { ...attempt.facts, openedAt: now, ...facts },
    windowEndsAt,
    dueAt,
  });
  if (state === "opened") return opened.attempt;
  const moved = await store.transition(attempt.id, opened.attempt.version, {
    state,
    ...(state !== "preparing" && { announce: state === "approved" ? "order.paid" : `attempt.${state}` }),
    facts: { ...opened.attempt.facts, settledAt: now },
    dueAt,
  });
  return moved.attempt;
}

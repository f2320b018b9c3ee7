import type { Money } from "@ventanilla/client";
import type { Attempt, Change, Facts, State, Store } from "@ventanilla/express";

/** What a move to the state announces. */
const announcements: Partial<Record<State, NonNullable<Change["announce"]>>> = {
  approved: "order.paid",
  declined: "attempt.declined",
  expired: "attempt.expired",
  unknown: "attempt.unknown",
  review: "attempt.review",
};

/** An attempt to put into a store. Default: opened, order A-1, RD$ 1.00, any bank */
export interface Placement {
  order?: string;
  bank?: string;
  state?: State;
  minor?: number;
  currency?: Money["currency"];
  facts?: Partial<Facts>;
  windowEndsAt?: number;
  dueAt?: number | null;
}

/**
 * Puts an attempt into a store through the store's own writes: opened first, then in the state asked for. The bank has said
 * that nothing was charged by then, so that another one can be placed beside it.
 */
export async function place(store: Store, placement: Placement = {}): Promise<Attempt> {
  const {
    order = "A-1",
    bank = "",
    state = "opened",
    minor = 100,
    currency = "DOP",
    facts = {},
    dueAt = null,
  } = placement;
  const now = await store.now();
  const { windowEndsAt = now + 30 * 60_000 } = placement;
  const { kind, attempt } = await store.insertAttempt(
    {
      id: crypto.randomUUID(),
      order,
      bank,
      amount: { minor, currency },
      tax: { minor: 0, currency },
      browserHash: "0".repeat(64),
      facts: { language: "es", mode: "redirect" },
      dueAt: now + 60_000,
    },
    now,
  );
  if (kind !== "inserted") throw new Error(`the order's attempt was ${kind}`);
  const opened = await store.transition(attempt.id, attempt.version, {
    state: "opened",
    facts: { ...attempt.facts, openedAt: now, clearAt: now, ...facts },
    windowEndsAt,
    dueAt,
  });
  if (state === "opened") return opened.attempt;
  const announce = announcements[state];
  const moved = await store.transition(attempt.id, opened.attempt.version, {
    state,
    ...(announce && { announce }),
    facts: { ...opened.attempt.facts, settledAt: now },
    dueAt,
  });
  return moved.attempt;
}

/** Puts an order that was paid twice into a store; returns the further payment. */
export async function placePaidTwice(store: Store, order: string, minor: number): Promise<Attempt> {
  // Another launch came when the window of the first was about to end.
  const late = await place(store, {
    order,
    minor,
    windowEndsAt: 1,
    facts: { verdict: { code: "00", reference: "4" } },
  });
  await place(store, { order, minor, state: "approved", facts: { verdict: { code: "00", reference: "3" } } });
  const facts = { ...late.facts, settledAt: await store.now() };
  const change = { state: "approved", announce: "order.paid", facts, dueAt: null } as const;
  return (await store.transition(late.id, late.version, change)).attempt;
}

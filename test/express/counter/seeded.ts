import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Attempt, Facts, Store } from "@ventanilla/express/store";
import { place } from "../../kept.ts";

/** A clock that a test sets. */
export interface SetClock {
  now(): number;
  /** @param time as `2026-11-20T14:03:22-04:00` */
  set(time: string): void;
}

function setClock(time: string): SetClock {
  let at = Date.parse(time);
  return {
    now: () => at,
    set(next) {
      at = Date.parse(next);
    },
  };
}

/** A payment that is approved at a time. */
export interface Payment {
  at: string;
  order: string;
  minor?: number;
  card?: string;
  reference?: string;
  authorizationCode?: string;
  facts?: Partial<Facts>;
}

/** A store in a file, or in memory, with the payments in it. */
export async function seeded(
  payments: readonly Payment[],
  file = ":memory:",
): Promise<{ store: Store; clock: SetClock; attempts: Attempt[] }> {
  const clock = setClock("2026-11-19T12:00:00-04:00");
  const store = sqliteStore(file, clock);
  await store.migrate();
  const attempts: Attempt[] = [];
  for (const payment of payments) attempts.push(await approve(store, clock, payment));
  return { store, clock, attempts };
}

/** Puts an approved payment into the store. */
export async function approve(store: Store, clock: SetClock, payment: Payment): Promise<Attempt> {
  const {
    at,
    order,
    minor = 295_000,
    card: maskedCard = "476134______0050",
    reference,
    authorizationCode,
    facts,
  } = payment;
  clock.set(at);
  const verdict = {
    code: "00",
    maskedCard,
    ...(reference && { reference }),
    ...(authorizationCode && { authorizationCode }),
  };
  return place(store, { order, minor, state: "approved", facts: { verdict, ...facts } });
}

/** Payments around the closes of 19 and 20 November; `in-` are those of the batch of the 20th. */
export const aroundTheTwentieth: readonly Payment[] = [
  { at: "2026-11-19T18:59:59.999-04:00", order: "before", reference: "1" },
  { at: "2026-11-19T19:00:00-04:00", order: "in-1", reference: "000000000002", authorizationCode: "00551Z" },
  { at: "2026-11-20T10:00:00-04:00", order: "in-2", reference: "3", minor: 5, card: "546134******0050" },
  { at: "2026-11-20T18:59:59.999-04:00", order: "in-3", reference: "4", minor: 100_000 },
  { at: "2026-11-20T19:00:00-04:00", order: "after", reference: "5" },
];

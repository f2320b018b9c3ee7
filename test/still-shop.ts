import type { Options } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { openShop, type Shop } from "./shop.ts";

/** A clock that only its test moves, for a store and a bank alike. */
export interface StoppedClock {
  /** In epoch milliseconds. */
  now(): number;
  move(ms: number): void;
}

export function stoppedClock(time: number = Date.UTC(2026, 10, 22, 12)): StoppedClock {
  return {
    now: () => time,
    move(ms) {
      time += ms;
    },
  };
}

/** A shop that does nothing by itself. */
export interface StillShop extends Shop {
  store: Store;
  clock: StoppedClock;
  /** Moves the clock of shop and bank, and then does what is due. */
  pass(ms: number): Promise<void>;
}

/** Opens a shop and its bank on one stopped clock. A store that is given has to have been made with this clock. */
export async function openStillShop(
  overrides: Partial<Options> = {},
  clock: StoppedClock = stoppedClock(),
): Promise<StillShop> {
  const { store = sqliteStore(":memory:", clock) } = overrides;
  const shop = await openShop({ background: false, ...overrides, store }, { bank: { now: clock.now } });
  return {
    ...shop,
    store,
    clock,
    async pass(ms) {
      clock.move(ms);
      await shop.payments.reconcileOnce({ budgetMs: 60_000 });
    },
  };
}

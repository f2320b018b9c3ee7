import { mock, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type Options, type Payments, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { deadBank } from "./dead-bank.ts";
import { encryptionKey, merchant, orderOf } from "./shop.ts";

// Every router looks for it, and closing waits for that: here it is found at once.
await import("@opentelemetry/api").catch(() => {});

/** A router that does nothing by itself. Nobody listens at its bank, nor at its own address. */
export interface StillRouter {
  payments: Payments;
  store: Store;
  /** The codes of the alerts, in turn. */
  alerts: string[];
  /** Does what is due, and ends when all of that has. */
  work(): Promise<{ attempts: number; events: number }>;
}

/** The origin of its own address. */
export const stillOrigin = deadBank;

/** The options of a still router. Default: a store of its own */
export function stillOptions(overrides: Partial<Options> = {}): Options {
  return {
    publicUrl: `${stillOrigin}/payments`,
    gateway: { sessionApiUrl: deadBank, gatewayUrl: deadBank },
    merchant,
    store: overrides.store ?? sqliteStore(":memory:"),
    encryptionKeys: [encryptionKey],
    order: orderOf,
    onPaid: () => {},
    background: false,
    ...overrides,
  };
}

export function stillRouter(overrides: Partial<Options> = {}): StillRouter {
  const alerts: string[] = [];
  const options = stillOptions({
    logger: {
      info: () => {},
      warn: () => {},
      error: (fields: object) => void alerts.push((fields as { code: string }).code),
    },
    ...overrides,
  });
  const payments = ventanilla(options);
  return { payments, store: options.store, alerts, work: () => payments.reconcileOnce({ budgetMs: 24 * 60 * 60_000 }) };
}

/** The time of a test: the stores' clock, and the timers of this process, stand until they are moved. */
export interface StillTime {
  clock: { now(): number };
  /** Moves both, a second at a time; what becomes of each second is waited for. */
  pass(ms: number): Promise<void>;
  /** Moves the stores' clock alone, as if this process had slept. */
  sleep(ms: number): void;
}

/** @param test ends it */
export function stillTime(test: TestContext): StillTime {
  let time = 1_800_000_000_000;
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  test.after(() => mock.timers.reset());
  return {
    clock: { now: () => time },
    async pass(ms) {
      for (let left = ms; left > 0; left -= 1000) {
        const step = Math.min(left, 1000);
        time += step;
        mock.timers.tick(step);
        await turn();
      }
    },
    sleep: (ms) => {
      time += ms;
    },
  };
}

import { ArgumentError } from "@ventanilla/client";
import type { StoreClock } from "../store-clock.ts";

/** More is most likely a mistake in the unit. */
const maxDeadlineMs = 300_000;

/** Options of a store that is reached over a network. */
export interface NetworkOptions {
  /**
   * How long a measurement of the database's clock is used, in milliseconds. 0: every call of `now()` asks the
   * database. Default: 30,000.
   */
  clockTrustedMs?: number;
  /**
   * How long to wait for a connection of the pool, and then for the answer to a statement, in milliseconds. After it
   * the call rejects, and a connection that gave no answer is closed. The statements of a hook's `transaction` and
   * migrations get six times as long. Default: 10,000; at most 300,000.
   */
  deadlineMs?: number;
  /** For tests: the clock of the store, instead of the database's. */
  clock?: StoreClock;
}

/** @throws ArgumentError naming the option that is out of its range */
export function checkDeadlines(name: string, options: NetworkOptions): Required<Omit<NetworkOptions, "clock">> {
  const { clockTrustedMs = 30_000, deadlineMs = 10_000 } = options;
  if (!(Number.isFinite(clockTrustedMs) && clockTrustedMs >= 0)) {
    throw new ArgumentError(`${name}: clockTrustedMs: expected milliseconds, 0 or more`);
  }
  if (!(deadlineMs >= 1 && deadlineMs <= maxDeadlineMs)) {
    throw new ArgumentError(`${name}: deadlineMs: expected milliseconds between 1 and ${maxDeadlineMs}`);
  }
  return { clockTrustedMs, deadlineMs };
}

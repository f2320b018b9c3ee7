import { syncBuiltinESMExports } from "node:module";
import promises from "node:timers/promises";

let areFaster = false;

/**
 * Makes the timers of this process faster by a factor, so that a bank that does not answer costs milliseconds. The
 * times by which payments are judged are the store's and the bank's: the model moves those itself.
 */
export function speedUpTimers(factor: number): void {
  if (areFaster) return;
  areFaster = true;
  const { setTimeout: plain } = globalThis;
  const sleep = promises.setTimeout;
  const limit = AbortSignal.timeout.bind(AbortSignal);
  const sooner = (work: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
    plain(work, ms / factor, ...values);
  globalThis.setTimeout = Object.assign(sooner, plain) as typeof setTimeout;
  promises.setTimeout = (ms, value, options) => sleep((ms ?? 0) / factor, value, options);
  AbortSignal.timeout = (ms) => limit(Math.ceil(ms / factor));
  syncBuiltinESMExports();
}

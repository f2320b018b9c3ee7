import type { PayResult } from "./result.ts";

/** The promise of an attempt's end. */
export interface Ending {
  promise: Promise<PayResult>;
  resolve(result: PayResult | Promise<PayResult>): void;
}

/** A new promise, not resolved yet. `Promise.withResolvers` is missing in browsers from before 2024. */
export function newEnding(): Ending {
  let resolve: Ending["resolve"] = () => {};
  const promise = new Promise<PayResult>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

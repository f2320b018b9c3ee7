import { runInNewContext } from "node:vm";

/**
 * What the work gives; an error when it holds the thread for half a minute: a test's own limit waits for that thread.
 */
export function stopping<T>(work: () => T): T {
  return runInNewContext("work()", { work }, { timeout: 30_000 }) as T;
}

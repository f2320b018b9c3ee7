import { setImmediate as turn } from "node:timers/promises";

/** Work on a file that yields after each part of limited length. */
export type Steps<T> = Generator<undefined, T, void>;

/** How many rows are processed before the event loop runs: about ten milliseconds of work. */
const rowsInTurn = 1000;

/** The items in parts of at most {@link rowsInTurn}. */
export function* partsOf<T>(items: readonly T[]): Generator<readonly T[], void, void> {
  for (let at = 0; at < items.length; at += rowsInTurn) yield items.slice(at, at + rowsInTurn);
}

/** Does the work, and lets the event loop run after each step, so that other requests are answered meanwhile. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turn();
  }
}

/** Does all the work at once: for work that is known to be short. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

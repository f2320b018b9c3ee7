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

/** Sorts as `toSorted` does, in steps: it sorts each part, and then merges the parts two by two. */
export function* sortSteps<T>(items: readonly T[], order: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (const part of partsOf(items)) {
    runs.push(part.toSorted(order));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(merge(runs[at] ?? [], runs[at + 1] ?? [], order));
      yield;
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function merge<T>(first: readonly T[], second: readonly T[], order: (a: T, b: T) => number): T[] {
  const merged: T[] = [];
  let next = 0;
  for (const item of first) {
    while (next < second.length && order(second[next] as T, item) < 0) {
      merged.push(second[next] as T);
      next++;
    }
    merged.push(item);
  }
  return [...merged, ...second.slice(next)];
}

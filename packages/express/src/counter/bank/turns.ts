import { setImmediate as turn } from "node:timers/promises";

/** Work on a file that yields after each bounded part of it. */
export type Steps<T> = Generator<undefined, T, void>;

/** How many rows are worked on before others have their turn: some ten milliseconds. */
const rowsInTurn = 1000;

/** The items, in parts that are good for one turn. */
export function* partsOf<T>(items: readonly T[]): Generator<readonly T[], void, void> {
  for (let at = 0; at < items.length; at += rowsInTurn) yield items.slice(at, at + rowsInTurn);
}

/** Does the work, letting whoever else waits for this process have a turn after each step. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turn();
  }
}

/** Does the work at once: it is known to be short. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Sorts as `toSorted` does: each part by itself, then two and two together. */
export function* sorted<T>(items: readonly T[], order: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (const part of partsOf(items)) {
    runs.push(part.toSorted(order));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(mergedOf(runs[at] ?? [], runs[at + 1] ?? [], order));
      yield;
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function mergedOf<T>(first: readonly T[], second: readonly T[], order: (a: T, b: T) => number): T[] {
  const merged: T[] = [];
  let next = 0;
  for (const item of first) {
    for (; next < second.length && order(second[next] as T, item) < 0; next++) merged.push(second[next] as T);
    merged.push(item);
  }
  for (; next < second.length; next++) merged.push(second[next] as T);
  return merged;
}

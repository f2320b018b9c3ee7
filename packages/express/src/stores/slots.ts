import { withTimeout } from "../base/work.ts";

/** Waits for one of the places; resolves to what gives it back. Rejects as `late` does, after so many milliseconds. */
type Enter = (deadlineMs?: number, late?: () => never) => Promise<() => void>;

/** Makes what lets so many hooks' transactions be open at once: the others wait in line. */
export function makeSlots(count: number): Enter {
  let free = count;
  const waiting: (() => void)[] = [];
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  }
  return async function enter(deadlineMs = Number.POSITIVE_INFINITY, late) {
    if (free > 0) free--;
    else {
      const { promise: entered, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await withTimeout(deadlineMs, entered, () => {
        waiting.splice(waiting.indexOf(resolve), 1);
        return late?.();
      });
    }
    return leave;
  };
}

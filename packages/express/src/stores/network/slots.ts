import { withTimeout } from "../../operate/with-timeout.ts";

/**
 * How many connections of a pool are not used for hooks' transactions. So a hook that asks for a second connection, and
 * the store itself, get one without waiting for a hook to end.
 */
const spare = 2;

/** Limits how many hooks' transactions of a pool are open at once. */
export interface HookSlots {
  /**
   * Waits for a slot. Returns a function that gives it back.
   * @throws Error when none is free after `deadlineMs` milliseconds
   */
  take(deadlineMs: number): Promise<() => void>;
}

const slotsByPool = new WeakMap<object, HookSlots>();

/** The slots of a pool, shared by all stores on it. A pool that does not show its size has no limit. */
/** @param max how many connections the pool has. Absent: it does not say */
export function slotsOf(pool: object, max: unknown, name: string): HookSlots {
  const slots = slotsByPool.get(pool) ?? makeSlots(typeof max === "number" ? Math.max(1, max - spare) : Infinity, name);
  slotsByPool.set(pool, slots);
  return slots;
}

function makeSlots(count: number, name: string): HookSlots {
  let free = count;
  const waiting: (() => void)[] = [];

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  return {
    async take(deadlineMs) {
      if (free > 0) free--;
      else await waitForSlot(deadlineMs);
      let isReleased = false;
      return () => {
        if (!isReleased) release();
        isReleased = true;
      };
    },
  };

  function waitForSlot(deadlineMs: number): Promise<void> {
    let enter = (): void => {};
    const entered = new Promise<void>((resolve) => {
      enter = resolve;
    });
    waiting.push(enter);
    return withTimeout(deadlineMs, entered, () => {
      waiting.splice(waiting.indexOf(enter), 1);
      throw new Error(
        `${name}: the pool is too small: ${count} hooks hold a transaction of it, and none has ended within ${deadlineMs} ms`,
      );
    });
  }
}

import { withTimeout } from "../../base/work.ts";

/**
 * How many connections of a pool are not used for hooks' transactions. So a hook that asks for a second connection, and
 * the store itself, get one without waiting for a hook to end.
 */
const spare = 2;

/**
 * Waits until fewer hooks' transactions of a pool are open than it may have at once. Returns a function that is called when
 * the transaction has ended.
 * @throws Error when none has ended after `deadlineMs` milliseconds
 */
export type TakeSlot = (deadlineMs: number) => Promise<() => void>;

const slotsByPool = new WeakMap<object, TakeSlot>();

/**
 * The slots of a pool, shared by all stores on it. A pool that does not show its size has no limit.
 * @param max how many connections the pool has. Absent: it does not say
 */
export function slotsOf(pool: object, max: unknown, name: string): TakeSlot {
  const slots = slotsByPool.get(pool) ?? makeSlots(typeof max === "number" ? Math.max(1, max - spare) : Infinity, name);
  slotsByPool.set(pool, slots);
  return slots;
}

function makeSlots(count: number, name: string): TakeSlot {
  let free = count;
  const waiting: (() => void)[] = [];
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  }

  return async (deadlineMs) => {
    if (free > 0) free--;
    else {
      let late = false;
      const entered = new Promise<void>((resolve) => waiting.push(resolve));
      // One that comes too late goes to the next who waits.
      void entered.then(() => late && leave());
      await withTimeout(deadlineMs, entered, () => {
        late = true;
        throw new Error(
          `${name}: the pool is too small: ${count} hooks hold a transaction of it, and none has ended within ${deadlineMs} ms`,
        );
      });
    }
    let isReleased = false;
    return () => {
      if (!isReleased) leave();
      isReleased = true;
    };
  };
}

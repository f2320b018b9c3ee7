import { withTimeout } from "../../base/work.ts";

/**
 * How many connections of a pool are not used for hooks' transactions. So a hook that asks for a second connection, and
 * the store itself, get one without waiting for a hook to end.
 */
const spare = 2;

/** How many more transactions of hooks a pool may have at once, and who waits for that: shared by all stores on it. */
const slotsByPool = new WeakMap<object, { free: number; waiting: (() => void)[] }>();

/**
 * Makes what waits until fewer hooks' transactions of a pool are open than it may have at once. It returns a function that
 * is called when the transaction has ended, and rejects when none has ended after `deadlineMs` milliseconds.
 * @param max how many connections the pool has. Absent: it does not say, and has no limit
 */
export function slotsOf(pool: object, max: unknown, name: string) {
  const count = typeof max === "number" ? Math.max(1, max - spare) : Number.POSITIVE_INFINITY;
  const slots = slotsByPool.get(pool) ?? { free: count, waiting: [] };
  slotsByPool.set(pool, slots);
  function leave(): void {
    const next = slots.waiting.shift();
    if (next === undefined) slots.free++;
    else next();
  }

  return async function takeSlot(deadlineMs: number): Promise<() => void> {
    if (slots.free > 0) slots.free--;
    else {
      let late = false;
      const entered = new Promise<void>((resolve) => slots.waiting.push(resolve));
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

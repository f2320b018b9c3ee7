import { withTimeout } from "../../base/work.ts";
import type { Engine } from "./engine.ts";

/**
 * How many connections of a pool are not used for hooks' transactions. So a hook that asks for a second connection, and
 * the store itself, get one without waiting for a hook to end.
 */
const spare = 2;

/** How many more transactions of hooks a pool may have at once, and who waits for that: shared by all stores on it. */
const slotsByPool = new WeakMap<object, { free: number; waiting: (() => void)[] }>();

/**
 * Makes what waits until fewer hooks' transactions of the pool are open than it may have at once. It resolves to what is
 * called at the end of one, and rejects when none has ended after `deadlineMs` milliseconds.
 */
export function slotsOf({ name, pool, max }: Engine, deadlineMs: number): () => Promise<() => void> {
  const count = typeof max === "number" ? Math.max(1, max - spare) : Number.POSITIVE_INFINITY;
  const slots = slotsByPool.get(pool) ?? { free: count, waiting: [] };
  slotsByPool.set(pool, slots);
  function leave(): void {
    const next = slots.waiting.shift();
    if (next) next();
    else slots.free++;
  }
  return async function enter() {
    if (slots.free > 0) {
      slots.free--;
      return leave;
    }
    const { promise: entered, resolve } = Promise.withResolvers<void>();
    slots.waiting.push(resolve);
    await withTimeout(deadlineMs, entered, () => {
      slots.waiting.splice(slots.waiting.indexOf(resolve), 1);
      const held = `${count} hooks hold a transaction of it, and none has ended within ${deadlineMs} ms`;
      throw new Error(`${name}: the pool is too small: ${held}`);
    });
    return leave;
  };
}

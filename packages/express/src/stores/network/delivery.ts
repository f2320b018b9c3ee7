import { deliveryIn, endedError, lockedIn, newSavepoint } from "../delivery.ts";
import type { DeliveredEvent } from "../sql/program.ts";
import type { Delivery } from "../store.ts";
import { codeOf } from "./code.ts";
import type { HeldConnection } from "./connections.ts";
import type { Engine } from "./engine.ts";

/** A hook's transaction on a connection of its own. */
interface Held {
  engine: Pick<Engine, "beginHook" | "afterHook" | "controls">;
  /** How long a statement of the hook may take, in milliseconds. */
  longMs: number;
  now(): Promise<number>;
  /** Called when it has ended. */
  onEnd(): void;
}

/**
 * Begins a transaction on the connection and locks the event in it until the end, so no process can claim it meanwhile.
 * The last statement before the commit marks the event as delivered. If the connection breaks, the server undoes all.
 * @returns `undefined` when the claim was lost
 */
export async function beginDelivery(
  { ask, query, release }: HeldConnection,
  { lock, mark }: DeliveredEvent,
  { engine: { beginHook, afterHook, controls }, longMs, now, onEnd }: Held,
): Promise<Delivery | undefined> {
  const savepoint = newSavepoint();
  const delivery = deliveryIn({
    codeOf,
    controls,
    run: async (text, values) => (await query(text, values, longMs)).rows,
    async finish() {
      await query(`RELEASE SAVEPOINT ${savepoint}`).catch((cause: unknown) => {
        throw Object.assign(endedError(), { cause });
      });
      if ((await ask(mark(await now()))).changes !== 1) throw endedError();
      await query("COMMIT");
    },
    // A connection that cannot roll back is closed, and the server rolls back.
    undo: async () => void (await query("ROLLBACK").catch(release)),
    async onEnd() {
      try {
        for (const text of afterHook) await query(text);
        release();
      } catch (error) {
        release(error as Error);
      }
      onEnd();
    },
  });
  return lockedIn(delivery, async () => {
    for (const text of [...beginHook, `SAVEPOINT ${savepoint}`]) await query(text);
    return (await ask(lock)).rows;
  });
}

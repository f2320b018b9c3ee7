import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { endedError, type HookConnection, openDelivery } from "../open-delivery.ts";
import { makeSlots } from "../slots.ts";
import type { DeliveredEvent } from "../sql/program.ts";
import type { Delivery } from "../store.ts";
import { maxHeldMs, retryWhileBusy } from "./busy.ts";
import { answerOf, notCode, sqliteText } from "./engine.ts";

/** A hook that has held the file for this long has kept other processes waiting, each in pauses of up to 25 ms. */
const longMs = 100;
/** How long the next hook waits after one that took {@link longMs}, so that those processes write first. */
const restMs = 50;

/**
 * Makes the transactions that hooks write through: one at a time, on a connection of their own, which `connect` opens for
 * the first of them. Nothing else can write meanwhile. Once `main` is closed, the store's connection, none begins.
 */
export function makeHooks(main: DatabaseSync, connect: () => DatabaseSync) {
  const enter = makeSlots(1);
  let own: DatabaseSync | undefined;
  let openUntil: Promise<void> | undefined;

  /** Begins a transaction. Returns its connection, and what is called at its end. */
  async function hold(leave: () => void): Promise<{ db: DatabaseSync; end(): void }> {
    if (!main.isOpen) throw new Error("the store is closed");
    own ??= await retryWhileBusy(connect);
    const db = own;
    const { promise: ended, resolve: release } = Promise.withResolvers<void>();
    await retryWhileBusy(() => {
      db.exec("BEGIN IMMEDIATE");
      openUntil = ended;
    });
    const since = performance.now();
    function end(): void {
      openUntil = undefined;
      release();
      // Other work goes before the next hook.
      void (performance.now() - since > longMs ? pause(restMs) : setImmediate()).then(leave);
    }
    return { db, end };
  }

  return {
    /** Resolves at the end of the transaction that is open in this process. `undefined` when none is open. */
    openUntil: () => openUntil,
    /** Begins a transaction, after all that were asked for before it. Resolves to `undefined` when the claim was lost. */
    async begin(delivered: DeliveredEvent, now: () => number): Promise<Delivery | undefined> {
      const leave = await enter();
      const { db, end } = await hold(leave).catch((error: unknown) => {
        leave();
        throw error;
      });
      let timer: NodeJS.Timeout | undefined;
      const onEnd = () => {
        clearTimeout(timer);
        end();
      };
      const delivery = await openDelivery(hookOn(db, onEnd), delivered, now);
      // The file has one writer, and no other process can write meanwhile.
      timer = delivery && setTimeout(() => void delivery.end(new Error(heldTooLong)), maxHeldMs).unref();
      return delivery;
    },
    /** Closes the connection for hooks. */
    close(): void {
      if (own?.isOpen) own.close();
    },
  };
}

const heldTooLong =
  `transaction: rolled back, because the hook had held it for ${maxHeldMs / 1000} s and all other writes wait ` +
  "for it: do what takes long before its first statement";

/** The connection of a transaction that has begun. `onEnd` is called once, when the file is free again. */
function hookOn(db: DatabaseSync, onEnd: () => void): HookConnection {
  return {
    ask: (statement) => answerOf(db.prepare(sqliteText(statement.text)), statement),
    async run(text, values) {
      // For example on a full disk: later statements would be committed alone.
      if (!db.isTransaction) throw endedError();
      const statement = db.prepare(text);
      const code = (part: string) => part.replaceAll(notCode, " ");
      // The engine takes the first statement, and says nothing of the rest.
      if (/[^\s;]/.test(code(text.slice(statement.sourceSQL.length)))) {
        throw new Error("transaction: expected one statement, got several");
      }
      // It takes NULL for what is missing.
      const count = code(text).match(/\?(?!\d)/g)?.length ?? 0;
      if (count === values.length) return statement.all(...(values as SQLInputValue[]));
      throw new RangeError(`transaction: expected ${count} values, one for each ?, got ${values.length}`);
    },
    notCode,
    async undo() {
      try {
        if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
      } catch {
        // It stays open: the next write fails and says so.
      }
    },
    onEnd,
  };
}

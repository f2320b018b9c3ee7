import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { endedError, type HookConnection, openDelivery } from "../open-delivery.ts";
import type { DeliveredEvent } from "../sql/program.ts";
import type { Delivery } from "../store.ts";
import { maxHeldMs, retryWhileBusy } from "./busy.ts";
import { answerOf, notCode, sqliteText } from "./engine.ts";

/**
 * Begins a transaction that a hook writes through.
 * @param connect gives the connection for it
 * @param opened called with the delivery, or with `undefined` when the claim was lost
 * @returns when it has ended. Rejects when it cannot begin
 */
export async function holdForHook(
  connect: () => DatabaseSync,
  delivered: DeliveredEvent,
  now: () => number,
  opened: (delivery: Delivery | undefined) => void,
): Promise<void> {
  const db = await retryWhileBusy(connect);
  await retryWhileBusy(() => db.exec("BEGIN IMMEDIATE"));
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>();
  const delivery = await openDelivery(hookOn(db, onEnd), delivered, now);
  // The file has one writer, and no other process can write meanwhile.
  opened(delivery && { ...delivery, maxOpenMs: maxHeldMs });
  await ended;
}

/** The connection of a transaction that has begun. `onEnd` is called once, when the file is free again. */
function hookOn(db: DatabaseSync, onEnd: () => void): HookConnection {
  return {
    ask: ({ text, values }) => answerOf(db.prepare(sqliteText(text)), values, text.startsWith("SELECT")),
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
      if (count === values.length) return { rows: statement.all(...(values as SQLInputValue[])) };
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

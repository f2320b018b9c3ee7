import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { patiently } from "./sqlite-patience.ts";
import type { Delivery } from "./store.ts";

/** A hook that writes takes milliseconds; one that takes this long waits for something while everybody waits for it. */
const longestMs = 5000;

/**
 * A hook's hold on a transaction that has begun. It is rolled back when the hook keeps it for too long: the file has one
 * writer, and no page of any process could write meanwhile.
 * @param released called once, when the file is free again
 */
export function holdTransaction(db: DatabaseSync, released: () => void): Delivery {
  let ended: Error | undefined;
  const timer = setTimeout(() => {
    end(
      `transaction: rolled back, because the hook had held it for ${longestMs / 1000} s and all other writes wait ` +
        "for it: do what takes long before its first statement",
    );
    undo();
    released();
  }, longestMs).unref();

  function end(why: string): void {
    clearTimeout(timer);
    ended = new Error(why);
  }

  function undo(): void {
    if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
  }

  function check(): void {
    if (ended) throw ended;
    // The engine also rolls back by itself, on a full disk for one: what followed would be kept by itself.
    if (!db.isTransaction) throw new Error("transaction: it was ended by one of its own statements");
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      check();
      return { rows: db.prepare(text).all(...(values as SQLInputValue[])) as Row[] };
    },
    async commit() {
      if (ended) throw ended;
      try {
        check();
        end("transaction: expected an open one, this one has ended");
        await patiently(() => db.exec("COMMIT"));
      } catch (error) {
        undo();
        throw error;
      } finally {
        if (!ended) end("transaction: expected an open one, this one has failed");
        released();
      }
    },
    async rollback() {
      if (ended) return;
      end("transaction: expected an open one, this one has ended");
      try {
        undo();
      } finally {
        released();
      }
    },
  };
}

import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Delivery } from "../store.ts";
import { maxHeldMs, retryWhileBusy } from "./busy.ts";
import { commentPattern, parametersOf } from "./parameters.ts";

/** A hook that has held the file for this long has kept other processes waiting, each in pauses of up to 25 ms. */
const longMs = 100;
/** How long the next hook waits after one that took {@link longMs}, so that those processes write first. */
const restMs = 50;

/** The transactions that hooks write through: one at a time, on a connection of their own. */
export class HookTransactions {
  readonly #main: DatabaseSync;
  readonly #connect: () => DatabaseSync;
  #own: DatabaseSync | undefined;
  /**
   * The latest turn that a hook has or waits for; resolves to the time that its transaction was open, in milliseconds.
   */
  #lastTurn: Promise<number> | undefined;
  #open: Promise<void> | undefined;

  /**
   * @param main the store's connection: once it is closed, no transaction begins
   * @param connect opens the connection for hooks, at the first transaction
   */
  constructor(main: DatabaseSync, connect: () => DatabaseSync) {
    this.#main = main;
    this.#connect = connect;
  }

  /** Resolves at the end of the transaction that is open in this process. `undefined` when none is open. */
  get openUntil(): Promise<void> | undefined {
    return this.#open;
  }

  /** Begins a transaction, after all that were asked for before it. */
  async begin(): Promise<Delivery> {
    const endTurn = await this.#takeTurn();
    try {
      if (!this.#main.isOpen) throw new Error("the store is closed");
      this.#own ??= await retryWhileBusy(this.#connect);
      const db = this.#own;
      let release = (): void => {};
      await retryWhileBusy(() => {
        db.exec("BEGIN IMMEDIATE");
        this.#open = new Promise((resolve) => {
          release = resolve;
        });
      });
      const since = performance.now();
      return holdTransaction(db, () => {
        this.#open = undefined;
        release();
        endTurn(performance.now() - since);
      });
    } catch (error) {
      endTurn(0);
      throw error;
    }
  }

  /** Closes the connection for hooks. */
  close(): void {
    if (this.#own?.isOpen) this.#own.close();
  }

  /** Waits for the turns before this one, and lets other work go first. Returns what ends the turn. */
  async #takeTurn(): Promise<(heldMs: number) => void> {
    const before = this.#lastTurn;
    let end = (_heldMs: number): void => {};
    const own = new Promise<number>((resolve) => {
      end = (heldMs) => {
        if (this.#lastTurn === own) this.#lastTurn = undefined;
        resolve(heldMs);
      };
    });
    this.#lastTurn = own;
    if (before) {
      const isLong = (await before) > longMs;
      await new Promise((resolve) => (isLong ? setTimeout(resolve, restMs) : setImmediate(resolve)));
    }
    return end;
  }
}

const heldTooLong =
  `transaction: rolled back, because the hook had held it for ${maxHeldMs / 1000} s and all other writes wait ` +
  "for it: do what takes long before its first statement";

/** The statements of a transaction. They remember the first error, as Postgres does: the hook may not wait for it. */
function makeStatements(db: DatabaseSync) {
  let failed: { error: unknown } | undefined;
  return {
    run(text: string, values: readonly unknown[]): unknown[] {
      try {
        const statement = db.prepare(text);
        // The engine takes the first statement, and says nothing of the rest.
        if (!isBlank(text.slice(statement.sourceSQL.length))) {
          throw new Error("transaction: expected one statement, got several");
        }
        return statement.all(...parametersOf(text)(values as SQLInputValue[]));
      } catch (error) {
        failed ??= { error };
        throw error;
      }
    },
    throwIfFailed(): void {
      if (failed) throw failed.error;
    },
  };
}

/** Whether a text of SQL has only spaces, semicolons and comments. */
function isBlank(text: string): boolean {
  return !/[^\s;]/.test(text.replaceAll(commentPattern, ""));
}

/**
 * A hook's transaction that has begun. It is rolled back when the hook keeps it for too long: the file has one writer,
 * and no other process can write meanwhile.
 * @param onEnd called once, when the file is free again
 */
function holdTransaction(db: DatabaseSync, onEnd: () => void): Delivery {
  let ended: Error | undefined;
  const statements = makeStatements(db);
  const timer = setTimeout(() => {
    end(heldTooLong);
    try {
      undo();
    } catch {
      // It stays open: the next write fails and says so. Thrown here, it would end the shop's process.
    }
    onEnd();
  }, maxHeldMs).unref();

  function end(why: string): void {
    clearTimeout(timer);
    ended = new Error(why);
  }

  function undo(): void {
    if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
  }

  function check(): void {
    if (ended) throw ended;
    // The engine may also roll back by itself, for example on a full disk: later statements would be committed alone.
    if (!db.isTransaction) throw new Error("transaction: it was ended by one of its own statements");
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      check();
      return { rows: statements.run(text, values) as Row[] };
    },
    async commit() {
      if (ended) throw ended;
      try {
        check();
        statements.throwIfFailed();
        end("transaction: expected an open one, this one has ended");
        await retryWhileBusy(() => db.exec("COMMIT"));
      } catch (error) {
        undo();
        throw error;
      } finally {
        if (!ended) end("transaction: expected an open one, this one has failed");
        onEnd();
      }
    },
    async rollback() {
      if (ended) return;
      end("transaction: expected an open one, this one has ended");
      try {
        undo();
      } finally {
        onEnd();
      }
    },
  };
}

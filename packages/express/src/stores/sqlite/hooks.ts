import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Delivery } from "../store.ts";
import { controlError, endedError, overError, returnsToSavepoint } from "../transaction-control.ts";
import { maxHeldMs, retryWhileBusy } from "./busy.ts";
import { codeOf, commentPattern, parametersOf } from "./parameters.ts";

/** A hook that has held the file for this long has kept other processes waiting, each in pauses of up to 25 ms. */
const longMs = 100;
/** How long the next hook waits after one that took {@link longMs}, so that those processes write first. */
const restMs = 50;

/** Runs the last statement of a hook's transaction; returns how many rows it has written. */
export type RunLast = (text: string, ...values: SQLInputValue[]) => number;

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

  /**
   * Begins a transaction, after all that were asked for before it.
   * @param finish called right before the commit; `false`: nothing is committed
   */
  async begin(finish: (run: RunLast) => boolean): Promise<Delivery> {
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
      const onEnd = () => {
        this.#open = undefined;
        release();
        endTurn(performance.now() - since);
      };
      return holdTransaction(
        db,
        () => finish((text, ...values) => Number(db.prepare(text).run(...values).changes)),
        onEnd,
      );
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

/**
 * The statements of a transaction. They remember the first error, as Postgres does: the hook may not wait for it. Only
 * going back to a savepoint from before it leads on.
 */
function makeStatements(db: DatabaseSync) {
  // Its release proves that the transaction is still this one: every end of it takes the savepoint along.
  const own = `"ventanilla ${crypto.randomUUID()}"`;
  db.exec(`SAVEPOINT ${own}`);
  let failed: { error: unknown } | undefined;
  return {
    run(text: string, values: readonly unknown[]): unknown[] {
      try {
        const isWayBack = returnsToSavepoint(codeOf(text));
        if (failed && !isWayBack) throw failed.error;
        const statement = db.prepare(text);
        // The engine takes the first statement, and says nothing of the rest.
        if (!isBlank(text.slice(statement.sourceSQL.length))) {
          throw new Error("transaction: expected one statement, got several");
        }
        const rows = statement.all(...parametersOf(text)(values as SQLInputValue[]));
        if (isWayBack) failed = undefined;
        return rows;
      } catch (error) {
        failed ??= { error };
        throw error;
      }
    },
    finish(): void {
      if (failed) throw failed.error;
      db.exec(`RELEASE ${own}`);
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
 * @param finish does what is written last; `false`: nothing is committed
 * @param onEnd called once, when the file is free again
 */
function holdTransaction(db: DatabaseSync, finish: () => boolean, onEnd: () => void): Delivery {
  /** Why there is no transaction any more. */
  let ended: Error | undefined;
  const statements = makeStatements(db);
  const timer = setTimeout(() => undo(new Error(heldTooLong)), maxHeldMs).unref();

  function end(why: Error): void {
    clearTimeout(timer);
    ended = why;
  }

  /** Never throws: thrown in the timer, it would end the shop's process. */
  function undo(why: Error): void {
    end(why);
    try {
      if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
    } catch {
      // It stays open: the next write fails and says so.
    }
    onEnd();
  }

  function check(): void {
    if (ended) throw ended;
    // The engine may also roll back by itself, for example on a full disk: later statements would be committed alone.
    if (!db.isTransaction) throw endedError();
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      check();
      // The engine refuses anything that is not a text.
      const refused = typeof text === "string" ? controlError(codeOf(text)) : undefined;
      if (refused) {
        undo(refused);
        throw refused;
      }
      return { rows: statements.run(text, values) as Row[] };
    },
    async commit() {
      if (ended) throw ended;
      try {
        check();
        statements.finish();
        if (!finish()) throw endedError();
        end(overError());
        await retryWhileBusy(() => db.exec("COMMIT"));
      } catch (error) {
        undo(overError());
        throw error;
      }
      onEnd();
    },
    async rollback() {
      if (!ended) undo(overError());
    },
  };
}

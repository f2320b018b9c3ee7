import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { endedError, type HookConnection, openDelivery } from "../open-delivery.ts";
import type { DeliveredEvent } from "../sql/program.ts";
import type { Delivery } from "../store.ts";
import { maxHeldMs, retryWhileBusy } from "./busy.ts";
import { answerOf, codeOf, commentPattern, parametersOf, sqliteText } from "./engine.ts";

/** A hook that has held the file for this long has kept other processes waiting, each in pauses of up to 25 ms. */
const longMs = 100;
/** How long the next hook waits after one that took {@link longMs}, so that those processes write first. */
const restMs = 50;

/**
 * The transactions that hooks write through: one at a time, on a connection of their own, which `connect` opens for the
 * first of them. Once `main` is closed, the store's connection, no transaction begins.
 */
export class HookTransactions {
  readonly #main: DatabaseSync;
  readonly #connect: () => DatabaseSync;
  #own: DatabaseSync | undefined;
  /** The latest turn that a hook has or waits for; resolves to the time that its transaction was open, in milliseconds. */
  #lastTurn: Promise<number> | undefined;
  /** Resolves at the end of the transaction that is open in this process. `undefined` when none is open. */
  openUntil: Promise<void> | undefined;

  constructor(main: DatabaseSync, connect: () => DatabaseSync) {
    this.#main = main;
    this.#connect = connect;
  }

  /**
   * Begins a transaction, after all that were asked for before it.
   * @returns `undefined` when the claim was lost
   */
  async begin(delivered: DeliveredEvent, now: () => number): Promise<Delivery | undefined> {
    const endTurn = await this.#takeTurn();
    try {
      if (!this.#main.isOpen) throw new Error("the store is closed");
      this.#own ??= await retryWhileBusy(this.#connect);
      const db = this.#own;
      const { promise: ended, resolve: release } = Promise.withResolvers<void>();
      await retryWhileBusy(() => {
        db.exec("BEGIN IMMEDIATE");
        this.openUntil = ended;
      });
      const since = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const onEnd = () => {
        clearTimeout(timer);
        this.openUntil = undefined;
        release();
        endTurn(performance.now() - since);
      };
      const delivery = await openDelivery(hookOn(db, onEnd), delivered, now);
      // The file has one writer, and no other process can write meanwhile.
      timer = delivery && setTimeout(() => void delivery.end(new Error(heldTooLong)), maxHeldMs).unref();
      return delivery;
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
    const { promise: own, resolve: end } = Promise.withResolvers<number>();
    this.#lastTurn = own;
    if (before) await ((await before) > longMs ? pause(restMs) : setImmediate());
    return (heldMs) => {
      if (this.#lastTurn === own) this.#lastTurn = undefined;
      end(heldMs);
    };
  }
}

const heldTooLong =
  `transaction: rolled back, because the hook had held it for ${maxHeldMs / 1000} s and all other writes wait ` +
  "for it: do what takes long before its first statement";

/** The connection of a transaction that has begun. `onEnd` is called once, when the file is free again. */
function hookOn(db: DatabaseSync, onEnd: () => void): HookConnection {
  return {
    exec: (text) => retryWhileBusy(() => db.exec(text)),
    ask: (statement) => answerOf(db.prepare(sqliteText(statement.text)), statement),
    run(text, values) {
      const { text: own, arrange } = parametersOf(text);
      const statement = db.prepare(own);
      // The engine takes the first statement, and says nothing of the rest.
      const rest = own.slice(statement.sourceSQL.length).replaceAll(commentPattern, "");
      if (/[^\s;]/.test(rest)) throw new Error("transaction: expected one statement, got several");
      return statement.all(...arrange(values as SQLInputValue[]));
    },
    codeOf,
    // For example on a full disk: later statements would be committed alone.
    check() {
      if (!db.isTransaction) throw endedError();
    },
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

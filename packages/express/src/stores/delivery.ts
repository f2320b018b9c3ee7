import type { Delivery } from "./store.ts";

/**
 * Statements that begin, end or change a transaction. `ROLLBACK TO`, `SAVEPOINT` and `RELEASE` are none: they stay
 * within it.
 */
const control =
  /^(?:BEGIN|COMMIT|END|ABORT|ROLLBACK(?!\s+(?:(?:WORK|TRANSACTION)\s+)?TO\b)|START\s+TRANSACTION|PREPARE\s+TRANSACTION|SET\s+(?:LOCAL\s+)?TRANSACTION|SET\s+SESSION\s+CHARACTERISTICS)\b/i;

/** A statement that goes back to a savepoint. */
const backToSavepoint = /^ROLLBACK\s+(?:(?:WORK|TRANSACTION)\s+)?TO\b/i;

/** A trigger or function, whose body has an END of its own and does not run here. */
const withBody = /^CREATE\b[\s\S]*\bBEGIN\b/i;

/**
 * The statement of a hook that would begin or end the transaction, which is the router's: what the hook writes and the
 * delivery of its event are committed together.
 * @param code the SQL, without its comments, texts and quoted names
 * @param others what else ends a transaction in the engine
 * @returns the error that refuses it; `undefined` when there is none to see
 */
export function controlError(code: string, others?: RegExp): Error | undefined {
  for (const statement of code.split(";").map((each) => each.trimStart())) {
    if (withBody.test(statement)) return undefined;
    const [found] = control.exec(statement) ?? others?.exec(statement) ?? [];
    if (found === undefined) continue;
    const name = found.toUpperCase().replaceAll(/\s+/g, " ");
    return new Error(
      `transaction: ${name} is refused, and what was written is undone: the router begins and ends the transaction, ` +
        "the hook has only to return or to throw. Savepoints work",
    );
  }
  return undefined;
}

/** The error of what comes after the end of a transaction. */
export const overError = (): Error => new Error("transaction: expected an open one, this one has ended");

/** The error of a transaction that is no longer the one that was begun. */
export const endedError = (): Error => new Error("transaction: it was ended by one of its own statements");

/** The database transaction that a hook writes through, in an engine's own words. */
export interface HookTransaction {
  /** @throws Error when the engine has ended it by itself */
  check?(): void;
  /** Runs a statement of the hook. */
  run(text: string, values: readonly unknown[]): readonly unknown[] | Promise<readonly unknown[]>;
  /** The SQL without its comments, texts and quoted names. */
  codeOf(text: string): string;
  /** Statements that would end the transaction in this engine, beside those that would in any. */
  controls?: RegExp | undefined;
  /**
   * Marks the event as delivered, and commits.
   * @throws Error when the transaction is not the one that was begun
   */
  finish(): Promise<void>;
  /** Writes nothing. Never rejects. */
  undo(): Promise<void>;
  /** Called once, when the transaction has ended. */
  onEnd(): void | Promise<void>;
}

/** The name of a savepoint. Its release proves that the transaction is still this one: every end of it takes it along. */
export const newSavepoint = (): string => `ventanilla_${crypto.randomUUID().replaceAll("-", "")}`;

/**
 * The delivery in a transaction that has begun. It remembers the first error of the hook's statements, as Postgres does: the
 * hook may not wait for it. Only going back to a savepoint from before it leads on.
 * @returns also what ends it for a reason that the hook is told
 */
export function deliveryIn(transaction: HookTransaction): Delivery & { end(why: Error): Promise<void> } {
  /** Why there is no transaction any more. */
  let ended: Error | undefined;
  let failed: { error: unknown } | undefined;
  let latest: Promise<unknown> = Promise.resolve();

  async function end(why: Error): Promise<void> {
    ended = why;
    await transaction.undo();
    await transaction.onEnd();
  }

  return {
    end,
    async query<Row>(text: string, values: readonly unknown[] = []) {
      if (ended) throw ended;
      transaction.check?.();
      const code = transaction.codeOf(textOf(text));
      const refused = controlError(code, transaction.controls);
      if (refused) {
        await end(refused);
        throw refused;
      }
      const isWayBack = backToSavepoint.test(code.trimStart());
      if (failed && !isWayBack) throw failed.error;
      try {
        const asked = transaction.run(text, values);
        latest = Promise.resolve(asked).catch(() => {});
        const rows = await asked;
        if (isWayBack) failed = undefined;
        return { rows: rows as Row[] };
      } catch (error) {
        failed ??= { error };
        throw error;
      }
    },
    async commit() {
      if (ended) throw ended;
      ended = overError();
      try {
        await latest;
        transaction.check?.();
        if (failed) throw failed.error;
        await transaction.finish();
      } catch (error) {
        await end(overError());
        throw error;
      }
      await transaction.onEnd();
    },
    async rollback() {
      if (!ended) await end(overError());
    },
  };
}

/**
 * Locks the event in the transaction of its delivery.
 * @param lock finds no row where the claim was lost
 * @returns `undefined` then, and the transaction has ended
 */
export async function lockedIn(
  delivery: Delivery,
  lock: () => Promise<readonly unknown[]>,
): Promise<Delivery | undefined> {
  let isLocked = false;
  try {
    isLocked = (await lock()).length > 0;
  } finally {
    if (!isLocked) await delivery.rollback();
  }
  return isLocked ? delivery : undefined;
}

/** A library of the shop's may give the driver's own object for a statement. The driver refuses what is not a statement. */
function textOf(statement: string | { text?: unknown } | undefined): string {
  return typeof statement === "string" ? statement : String(statement?.text);
}

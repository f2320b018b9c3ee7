import type { Answer, DeliveredEvent } from "./sql/program.ts";
import type { Statement } from "./sql/statement.ts";
import type { Delivery } from "./store.ts";

/** Statements that begin, end or change a transaction. `ROLLBACK TO`, `SAVEPOINT` and `RELEASE` stay within it. */
const control =
  /^(?:BEGIN|COMMIT|END|ABORT|ROLLBACK(?!\s+(?:(?:WORK|TRANSACTION)\s+)?TO\b)|START\s+TRANSACTION|PREPARE\s+TRANSACTION|SET\s+(?:LOCAL\s+)?TRANSACTION|SET\s+SESSION\s+CHARACTERISTICS)\b/i;

/** A statement that goes back to a savepoint. */
const backToSavepoint = /^ROLLBACK\s+(?:(?:WORK|TRANSACTION)\s+)?TO\b/i;

/** A trigger or function, whose body has an END of its own and does not run here. */
const withBody = /^CREATE\b[\s\S]*\bBEGIN\b/i;

/**
 * The error that refuses a statement which would begin or end the transaction: that is the router's, as what the hook writes
 * and the delivery of its event are committed together. `undefined` when there is none to see.
 */
function controlError(code: string, others?: RegExp): Error | undefined {
  for (const statement of code.split(";").map((each) => each.trimStart())) {
    if (others === undefined && withBody.test(statement)) return undefined;
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

/** The connection of a hook's transaction, in an engine's own words. */
export interface HookConnection {
  /** Begin the transaction, where that has not begun. */
  begin?: readonly string[];
  /** Runs a statement of the store's own. */
  ask(statement: Statement): Answer | Promise<Answer>;
  /** Runs a statement of the hook, in the engine's own SQL. */
  run(text: string, values: readonly unknown[]): Promise<Pick<Answer, "rows">>;
  /** Comments, texts and quoted names. */
  notCode: RegExp;
  /** Statements that would end the transaction in this engine, beside those that would in any. */
  controls?: RegExp | undefined;
  /** Writes nothing. Never rejects. */
  undo(): Promise<void>;
  /** Called once, when the transaction has ended. */
  onEnd(): void | Promise<void>;
}

/**
 * Opens the delivery of an event in a transaction, and locks the event in it until the end, so no process can claim it
 * meanwhile. The last statement before the commit marks the event as delivered. It remembers the first error of the hook's
 * statements, as Postgres does: the hook may not wait for it. Only going back to a savepoint from before it leads on.
 * @returns `undefined` when the claim was lost
 */
export async function openDelivery(
  connection: HookConnection,
  { lock, mark }: DeliveredEvent,
  now: () => number | Promise<number>,
): Promise<Delivery | undefined> {
  // Its release proves that the transaction is still this one: every end of it takes it along.
  const savepoint = `ventanilla_${crypto.randomUUID().replaceAll("-", "")}`;
  const delivery = deliveryIn(connection, async () => {
    await connection.run(`RELEASE SAVEPOINT ${savepoint}`, []).catch((cause: unknown) => {
      throw Object.assign(endedError(), { cause });
    });
    if ((await connection.ask(mark(await now()))).changes !== 1) throw endedError();
    await connection.run("COMMIT", []);
  });
  let isLocked = false;
  try {
    for (const text of [...(connection.begin ?? []), `SAVEPOINT ${savepoint}`]) {
      await connection.ask({ text, values: [] });
    }
    isLocked = (await connection.ask(lock)).rows.length > 0;
  } finally {
    if (!isLocked) await delivery.rollback();
  }
  return isLocked ? delivery : undefined;
}

/** @param finish marks the event, and commits. Rejects where the transaction is not the one that was begun */
function deliveryIn(connection: HookConnection, finish: () => Promise<void>): Delivery {
  /** Why there is no transaction any more. */
  let ended: Error | undefined;
  let failed: { error: unknown } | undefined;
  let latest: Promise<unknown> = Promise.resolve();

  async function end(why: Error): Promise<void> {
    if (ended) return;
    ended = why;
    await connection.undo();
    await connection.onEnd();
  }

  return {
    rollback: () => end(overError()),
    async query<Row>(text: string, values: readonly unknown[] = []) {
      if (ended) throw ended;
      // A library of the shop's may give the driver's own object for a statement. The driver refuses what is not a statement.
      const sent: unknown = typeof text === "string" ? text : (text as { text?: unknown } | undefined)?.text;
      const code = String(sent).replaceAll(connection.notCode, " ");
      const refused = controlError(code, connection.controls);
      if (refused) {
        await end(refused);
        throw refused;
      }
      const isWayBack = backToSavepoint.test(code.trimStart());
      if (failed && !isWayBack) throw failed.error;
      try {
        const asked = connection.run(text, values);
        latest = asked.catch(() => {});
        const { rows } = await asked;
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
        if (failed) throw failed.error;
        await finish();
      } catch (error) {
        await connection.undo();
        throw error;
      } finally {
        await connection.onEnd();
      }
    },
  };
}

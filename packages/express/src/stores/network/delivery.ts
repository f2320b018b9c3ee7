import type { DeliveredEvent } from "../sql/program.ts";
import type { Delivery } from "../store.ts";
import { controlError, endedError, overError, returnsToSavepoint } from "../transaction-control.ts";
import { codeOf } from "./code.ts";
import type { HeldConnection } from "./pool.ts";

/** A hook's transaction on a connection of its own, and how it ends. */
interface HeldTransaction {
  /** Begins it: the isolation level, and what ends it when this process is gone. */
  begin: readonly string[];
  /** Runs after its end, before the connection goes back to the pool. */
  after: readonly string[];
  /** Statements that would end the transaction in this engine, beside those that would in any. */
  controls: RegExp | undefined;
  /** How long a statement of the hook may take, in milliseconds. */
  queryDeadlineMs: number;
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
  connection: HeldConnection,
  { lock, mark }: DeliveredEvent,
  held: HeldTransaction,
): Promise<Delivery | undefined> {
  // Its release proves that the transaction is still this one: every end of it takes the savepoint along.
  const own = `ventanilla_${crypto.randomUUID().replaceAll("-", "")}`;
  const delivery = deliveryOn(connection, held, async () => {
    await connection.query(`RELEASE SAVEPOINT ${own}`, []).catch((cause: unknown) => {
      throw Object.assign(endedError(), { cause });
    });
    if ((await connection.ask(mark(await held.now()))).changes !== 1) throw endedError();
    await connection.query("COMMIT", []);
  });
  try {
    for (const text of [...held.begin, `SAVEPOINT ${own}`]) await connection.query(text, []);
    const { rows } = await connection.ask({ ...lock, text: `${lock.text} FOR UPDATE` });
    if (rows.length > 0) return delivery;
  } catch (error) {
    await delivery.rollback();
    throw error;
  }
  await delivery.rollback();
  return undefined;
}

/**
 * The statements of a hook. They remember the first error, as Postgres does: the hook may not wait for it. Only going back
 * to a savepoint from before it leads on.
 */
function makeStatements(connection: HeldConnection, deadlineMs: number) {
  let failed: { error: unknown } | undefined;
  let latest: Promise<unknown> = Promise.resolve();
  return {
    async run(text: string, values: readonly unknown[]): Promise<unknown[]> {
      const isWayBack = returnsToSavepoint(codeOf(textOf(text)));
      if (failed && !isWayBack) throw failed.error;
      try {
        const asked = connection.query(text, values, deadlineMs);
        latest = asked.catch(() => {});
        const rows = await asked;
        if (isWayBack) failed = undefined;
        return rows;
      } catch (error) {
        failed ??= { error };
        throw error;
      }
    },
    /** @throws the error of the statement that has failed */
    async end(): Promise<void> {
      await latest;
      if (failed) throw failed.error;
    },
  };
}

/** @param finish does what is written last, and commits */
function deliveryOn(
  connection: HeldConnection,
  { after, controls, queryDeadlineMs, onEnd }: HeldTransaction,
  finish: () => Promise<void>,
): Delivery {
  const statements = makeStatements(connection, queryDeadlineMs);
  /** Why there is no transaction any more. */
  let ended: Error | undefined;

  function release(error?: Error): void {
    connection.release(error);
    onEnd();
  }

  async function restore(...texts: readonly string[]): Promise<void> {
    for (const text of [...texts, ...after]) await connection.query(text, []);
  }

  async function undo(why: Error): Promise<void> {
    ended = why;
    // A connection that cannot roll back is closed, and the server rolls back.
    await restore("ROLLBACK").then(() => release(), release);
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      if (ended) throw ended;
      const refused = controlError(codeOf(textOf(text)), controls);
      if (refused) {
        await undo(refused);
        throw refused;
      }
      return { rows: (await statements.run(text, values)) as Row[] };
    },
    async commit() {
      if (ended) throw ended;
      ended = overError();
      try {
        await statements.end();
        await finish();
      } catch (error) {
        await undo(overError());
        throw error;
      }
      await restore().then(() => release(), release);
    },
    async rollback() {
      if (!ended) await undo(overError());
    },
  };
}

/** A library of the shop's may give the driver's own object for a statement. */
function textOf(statement: string | { text?: unknown }): string {
  return typeof statement === "string" ? statement : String(statement.text);
}

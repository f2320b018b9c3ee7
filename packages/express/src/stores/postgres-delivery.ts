import type { Postgres, PostgresClient } from "./postgres-query.ts";
import type { Delivery } from "./store.ts";

const needed = "postgresStore(pool): a hook's transaction needs a pool whose connect() gives a client with release()";

async function take(pool: Postgres): Promise<PostgresClient> {
  if (typeof pool.connect !== "function") throw new Error(`${needed}, and this has no connect()`);
  const client = (await pool.connect().catch((cause: Error) => {
    throw new Error(`${needed}: ${cause.message}`, { cause });
  })) as PostgresClient | undefined;
  if (typeof client?.release === "function" && typeof client.query === "function") return client;
  throw new Error(`${needed}, and this gives none`);
}

/**
 * Begins a transaction on a connection of its own and marks the event as delivered in it. The row stays locked until
 * the end, so nobody can claim the event meanwhile, and if the connection breaks the mark is gone with it.
 */
export async function openDelivery(pool: Postgres, event: string, fence: number): Promise<Delivery | undefined> {
  const client = await take(pool);
  let broken: Error | undefined;
  let ended = false;
  const breaks = (error: Error): void => {
    broken = error;
  };
  // A connection that breaks while nobody waits for an answer would otherwise end the process.
  client.on?.("error", breaks);

  function end(error?: Error): void {
    if (ended) return;
    ended = true;
    client.off?.("error", breaks);
    client.release(error ?? broken);
  }

  async function rollback(): Promise<void> {
    if (ended) return;
    // A connection that cannot roll back is closed, and the server rolls back.
    await client.query("ROLLBACK").then(() => end(), end);
  }

  async function commit(): Promise<void> {
    if (ended) throw new Error("transaction: expected an open one, this one has ended");
    try {
      // COMMIT after a failed statement rolls back without an error; any other statement gets one.
      const { rows } = await client.query("SELECT FROM ventanilla.outbox WHERE id = $1 AND delivered_at IS NOT NULL", [
        event,
      ]);
      if (rows.length === 0) throw new Error("transaction: it was ended by one of its own statements");
      await client.query("COMMIT");
      end();
    } catch (error) {
      await rollback();
      throw error;
    }
  }

  try {
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
    const marked = await client.query(
      `UPDATE ventanilla.outbox SET due_at = NULL, error = NULL, delivered_at = ventanilla.now_ms()
       WHERE id = $1 AND fence = $2 AND due_at IS NOT NULL RETURNING true`,
      [event, fence],
    );
    if (marked.rows.length === 0) {
      await rollback();
      return undefined;
    }
  } catch (error) {
    await rollback();
    throw error;
  }
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      if (ended) throw new Error("transaction: expected an open one, this one has ended");
      const { rows } = await client.query(text, [...values]);
      return { rows: rows as Row[] };
    },
    commit,
    rollback,
  };
}

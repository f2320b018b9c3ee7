import { type Connections, patience } from "./postgres-connection.ts";
import type { Places } from "./postgres-places.ts";
import type { Delivery } from "./store.ts";

/**
 * READ COMMITTED whatever the connection is set to. The server asks after a client that is silent: one whose network has
 * vanished would keep the event locked for hours.
 */
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL tcp_keepalives_idle = 30; SET LOCAL tcp_keepalives_interval = 10; SET LOCAL tcp_keepalives_count = 3`;

/** What a delivery needs of the store's pool. */
export interface DeliveryPool {
  connections: Connections;
  places: Places;
  deadlineMs: number;
}

/**
 * Begins a transaction on a connection of its own and marks the event as delivered in it. The row stays locked until
 * the end, so nobody can claim the event meanwhile, and if the connection breaks the mark is gone with it.
 */
export async function openDelivery(
  { connections, places, deadlineMs }: DeliveryPool,
  event: string,
  fence: number,
): Promise<Delivery | undefined> {
  const leave = await places.take(patience * deadlineMs);
  const connection = await connections.take().catch((error: unknown) => {
    leave();
    throw error;
  });
  let ended = false;

  function end(error?: Error): void {
    ended = true;
    connection.release(error);
    leave();
  }

  async function rollback(): Promise<void> {
    if (ended) return;
    // A connection that cannot roll back is closed, and the server rolls back.
    await connection.query("ROLLBACK").then(() => end(), end);
  }

  async function commit(): Promise<void> {
    if (ended) throw new Error("transaction: expected an open one, this one has ended");
    try {
      // COMMIT after a failed statement rolls back without an error; any other statement gets one.
      const { rows } = await connection.query(
        "SELECT FROM ventanilla.outbox WHERE id = $1 AND delivered_at IS NOT NULL",
        [event],
      );
      if (rows.length === 0) throw new Error("transaction: it was ended by one of its own statements");
      await connection.query("COMMIT");
      end();
    } catch (error) {
      await rollback();
      throw error;
    }
  }

  try {
    await connection.query(begin);
    const marked = await connection.query(
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
      const { rows } = await connection.query(text, [...values], patience * deadlineMs);
      return { rows: rows as Row[] };
    },
    commit,
    rollback,
  };
}

import type { Delivery } from "../store.ts";
import type { PostgresConnection } from "./connection.ts";

/**
 * READ COMMITTED, whatever the connection is set to. The server probes a client that is silent: without that, a client
 * that has lost its network would keep the event locked for hours.
 */
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL tcp_keepalives_idle = 30; SET LOCAL tcp_keepalives_interval = 10; SET LOCAL tcp_keepalives_count = 3`;

/** What is delivered in a transaction. */
interface DeliveredEvent {
  event: string;
  fence: number;
  /** How long a statement of the hook may take, in milliseconds. */
  queryDeadlineMs: number;
}

/**
 * Begins a transaction on the connection and marks the event as delivered in it. The row stays locked until the end, so
 * no process can claim the event meanwhile. If the connection breaks, the server rolls the mark back.
 * @param releaseSlot called when the transaction has ended
 * @returns `undefined` when the lease was lost
 */
export async function beginDelivery(
  connection: PostgresConnection,
  releaseSlot: () => void,
  { event, fence, queryDeadlineMs }: DeliveredEvent,
): Promise<Delivery | undefined> {
  const delivery = deliveryOn(connection, releaseSlot, { event, queryDeadlineMs });
  try {
    await connection.query(begin);
    const marked = await connection.query(
      `UPDATE ventanilla.outbox SET due_at = NULL, error = NULL, delivered_at = ventanilla.now_ms()
       WHERE id = $1 AND fence = $2 AND due_at IS NOT NULL RETURNING true`,
      [event, fence],
    );
    if (marked.rows.length > 0) return delivery;
  } catch (error) {
    await delivery.rollback();
    throw error;
  }
  await delivery.rollback();
  return undefined;
}

function deliveryOn(
  connection: PostgresConnection,
  releaseSlot: () => void,
  { event, queryDeadlineMs }: Omit<DeliveredEvent, "fence">,
): Delivery {
  let ended = false;

  function check(): void {
    if (ended) throw new Error("transaction: expected an open one, this one has ended");
  }

  function end(error?: Error): void {
    ended = true;
    connection.release(error);
    releaseSlot();
  }

  async function rollback(): Promise<void> {
    if (ended) return;
    // A connection that cannot roll back is closed, and the server rolls back.
    await connection.query("ROLLBACK").then(() => end(), end);
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      check();
      const { rows } = await connection.query(text, [...values], queryDeadlineMs);
      return { rows: rows as Row[] };
    },
    async commit() {
      check();
      try {
        // COMMIT after a failed statement rolls back without an error; any other statement gets one.
        const isDelivered = "SELECT FROM ventanilla.outbox WHERE id = $1 AND delivered_at IS NOT NULL";
        const { rows } = await connection.query(isDelivered, [event]);
        if (rows.length === 0) throw new Error("transaction: it was ended by one of its own statements");
        await connection.query("COMMIT");
        end();
      } catch (error) {
        await rollback();
        throw error;
      }
    },
    rollback,
  };
}

import type { Delivery } from "../store.ts";
import { controlError, endedError, overError } from "../transaction-control.ts";
import { codeOf } from "./code.ts";
import type { PostgresConnection } from "./connection.ts";

/**
 * READ COMMITTED, whatever the connection is set to. The server ends a transaction whose client has lost its network,
 * and one whose process is stopped: it would keep the event locked for as long. A hook's transaction is open for 15 s
 * at most, so that a process that runs never waits for 20 s between two statements.
 */
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL idle_in_transaction_session_timeout = 20000; SET LOCAL tcp_user_timeout = 60000;
SET LOCAL tcp_keepalives_idle = 30; SET LOCAL tcp_keepalives_interval = 10; SET LOCAL tcp_keepalives_count = 3`;

const isClaimed = "id = $1 AND fence = $2 AND due_at IS NOT NULL";

/** Locks the event until the end of the transaction, and names that. */
const lock = `SELECT pg_current_xact_id()::text AS transaction FROM ventanilla.outbox WHERE ${isClaimed}
  FOR NO KEY UPDATE`;

/** Marks the event as delivered, in the transaction of the lock and in no other. */
const mark = `UPDATE ventanilla.outbox SET due_at = NULL, error = NULL, delivered_at = ventanilla.now_ms()
  WHERE ${isClaimed} AND pg_current_xact_id_if_assigned() = $3::xid8 RETURNING true`;

/** What is delivered in a transaction. */
interface DeliveredEvent {
  event: string;
  fence: number;
  /** How long a statement of the hook may take, in milliseconds. */
  queryDeadlineMs: number;
}

/**
 * Begins a transaction on the connection and locks the event in it, so no process can claim it meanwhile. The commit
 * marks it as delivered. If the connection breaks, the server rolls all of it back.
 * @param releaseSlot called when the transaction has ended
 * @returns `undefined` when the lease was lost
 */
export async function beginDelivery(
  connection: PostgresConnection,
  releaseSlot: () => void,
  { event, fence, queryDeadlineMs }: DeliveredEvent,
): Promise<Delivery | undefined> {
  let transaction: string | undefined;
  const isMarked = async () => (await connection.query(mark, [event, fence, transaction])).rows.length > 0;
  const delivery = deliveryOn(connection, releaseSlot, { isMarked, queryDeadlineMs });
  try {
    await connection.query(begin);
    const { rows } = await connection.query(lock, [event, fence]);
    transaction = (rows as { transaction: string }[])[0]?.transaction;
    if (transaction !== undefined) return delivery;
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
  { isMarked, queryDeadlineMs }: { isMarked: () => Promise<boolean>; queryDeadlineMs: number },
): Delivery {
  /** Why there is no transaction any more. */
  let ended: Error | undefined;

  function check(): void {
    if (ended) throw ended;
  }

  function release(error?: Error): void {
    connection.release(error);
    releaseSlot();
  }

  async function undo(why: Error): Promise<void> {
    ended = why;
    // A connection that cannot roll back is closed, and the server rolls back.
    await connection.query("ROLLBACK").then(() => release(), release);
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      check();
      const refused = controlError(codeOf(textOf(text)));
      if (refused) {
        await undo(refused);
        throw refused;
      }
      const { rows } = await connection.query(text, [...values], queryDeadlineMs);
      return { rows: rows as Row[] };
    },
    async commit() {
      check();
      ended = overError();
      try {
        // COMMIT after a failed statement rolls back without an error; any other statement gets one.
        if (!(await isMarked())) throw endedError();
        await connection.query("COMMIT");
      } catch (error) {
        await undo(overError());
        throw error;
      }
      release();
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

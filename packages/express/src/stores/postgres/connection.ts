import { withTimeout } from "../../operate/with-timeout.ts";
import { hearErrors } from "./errors.ts";
import type { Postgres, PostgresClient } from "./query.ts";

/** A connection that was taken from the pool. */
export interface PostgresConnection {
  /**
   * Runs a statement. Without an answer in time it rejects, and the connection is closed and leaves the pool: its
   * network may be gone, and the next caller would wait forever, too.
   * @param deadlineMs in milliseconds. Default: the store's
   */
  query(text: string, values?: unknown[], deadlineMs?: number): Promise<{ rows: unknown[] }>;
  /** Gives it back to the pool, or closes it when there is an error. */
  release(error?: Error): void;
}

/** The connections of a store. */
export interface Connections {
  /** Takes a connection from the pool. */
  take(): Promise<PostgresConnection>;
  /** Runs the work on a connection of the pool; without a pool, on the driver itself. */
  use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T>;
}

/** The factor for the deadline of a statement that reads every row, or that is not the store's own. */
export const longFactor = 6;

/** The counters of `pg.Pool`, and of pools that are modeled on it. */
interface Counts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

const needed = "postgresStore(pool): a hook's transaction needs a pool whose connect() gives a client with release()";

/**
 * Makes the connections of a store.
 * @param deadlineMs how long to wait for a connection, and then for the answer to each statement
 */
export function makeConnections(pool: Postgres, deadlineMs: number): Connections {
  hearErrors(pool);

  async function take(): Promise<PostgresConnection> {
    if (typeof pool.connect !== "function") throw new Error(`${needed}, and this has no connect()`);
    const connecting = pool.connect() as Promise<PostgresClient | undefined>;
    let late = false;
    // A connection that comes too late goes back to the pool.
    connecting
      .then((client) => {
        if (late) client?.release?.();
      })
      .catch(() => {});
    const client = await withTimeout(deadlineMs, connecting, () => {
      late = true;
      throw new Error(`postgresStore: the pool gave no connection within ${deadlineMs} ms${countsOf(pool)}`);
    }).catch((cause: Error) => {
      throw isPool(pool) ? cause : new Error(`${needed}: ${cause.message}`, { cause });
    });
    if (typeof client?.release !== "function" || typeof client.query !== "function") {
      throw new Error(`${needed}, and this gives none`);
    }
    return connectionOn(client, deadlineMs);
  }

  async function use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const connection = isPool(pool) ? await take() : bareConnection(pool, deadlineMs);
    try {
      const result = await work(connection);
      connection.release();
      return result;
    } catch (error) {
      // As `pg.Pool` does for each statement that fails.
      connection.release(error as Error);
      throw error;
    }
  }

  return { take, use };
}

/** A client has a `connect` of its own, for another purpose; only a pool counts its clients. */
function isPool(pool: Postgres): pool is Postgres & Counts {
  return typeof pool.connect === "function" && typeof (pool as Partial<Counts>).totalCount === "number";
}

function countsOf(pool: Postgres): string {
  if (!isPool(pool)) return "";
  return `: ${pool.totalCount - pool.idleCount} are in use, ${pool.waitingCount} wait for one`;
}

function connectionOn(client: PostgresClient, usualMs: number): PostgresConnection {
  let broken: Error | undefined;
  let released = false;
  hearErrors(client);

  function release(error?: Error): void {
    if (released) return;
    released = true;
    client.release(error);
  }

  return {
    query(text, values, deadlineMs = usualMs) {
      if (released) return Promise.reject(broken ?? new Error("postgresStore: the connection was given back"));
      return withTimeout(deadlineMs, client.query(text, values), () => {
        broken = noAnswer(deadlineMs, ": the connection is closed");
        release(broken);
        throw broken;
      });
    },
    release,
  };
}

/** A driver with one connection, or that chooses one by itself: a connection that hangs cannot be closed. */
function bareConnection(driver: Postgres, usualMs: number): PostgresConnection {
  return {
    query: (text, values, deadlineMs = usualMs) =>
      withTimeout(deadlineMs, driver.query(text, values), () => {
        throw noAnswer(deadlineMs);
      }),
    release: () => {},
  };
}

const noAnswer = (ms: number, what = ""): Error =>
  new Error(`postgresStore: the database gave no answer within ${ms} ms${what}`);

import type { Postgres, PostgresClient } from "./postgres-query.ts";

/** A connection of the store, for as long as it is taken. */
export interface Connection {
  /**
   * Runs a statement. When there is no answer in time it rejects, and the connection is closed and leaves the pool: it
   * may have vanished without a reset, and whoever gets it next would wait for ever as well.
   * @param deadlineMs Default: the store's
   */
  query(text: string, values?: unknown[], deadlineMs?: number): Promise<{ rows: unknown[] }>;
  /** Gives it back, or, with an error, has it closed. */
  release(error?: Error): void;
}

/** Where the store's connections come from. */
export interface Connections {
  /** Takes a connection of its own. */
  take(): Promise<Connection>;
  /** Runs the work on a connection of its own, where the driver gives one, else on the driver as it is. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** How many times the usual deadline a statement gets that reads everything, or that is not the store's own. */
export const patience = 6;

/** What `pg.Pool` tells of itself, and those that are made after it. */
interface Counts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

const needed = "postgresStore(pool): a hook's transaction needs a pool whose connect() gives a client with release()";

/**
 * @param deadlineMs how long to wait for a connection, and then for the answer to each statement
 */
export function makeConnections(pool: Postgres, deadlineMs: number): Connections {
  async function take(): Promise<Connection> {
    if (typeof pool.connect !== "function") throw new Error(`${needed}, and this has no connect()`);
    const connecting = pool.connect() as Promise<PostgresClient | undefined>;
    let late = false;
    // Nobody waits for it any more.
    connecting.then((client) => late && client?.release?.()).catch(() => {});
    const client = await within(deadlineMs, connecting, () => {
      late = true;
      return new Error(`postgresStore: the pool gave no connection within ${deadlineMs} ms${countsOf(pool)}`);
    }).catch((cause: Error) => {
      throw isPool(pool) ? cause : new Error(`${needed}: ${cause.message}`, { cause });
    });
    if (typeof client?.release !== "function" || typeof client.query !== "function") {
      throw new Error(`${needed}, and this gives none`);
    }
    return connectionOn(client, deadlineMs);
  }

  async function use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = isPool(pool) ? await take() : bareConnection(pool, deadlineMs);
    try {
      const result = await work(connection);
      connection.release();
      return result;
    } catch (error) {
      // As `pg` does for each statement that fails on a pool.
      connection.release(error as Error);
      throw error;
    }
  }

  return { take, use };
}

/** A client has `connect` as well, but to another end: only a pool counts its clients. */
function isPool(pool: Postgres): pool is Postgres & Counts {
  return typeof pool.connect === "function" && typeof (pool as Partial<Counts>).totalCount === "number";
}

function countsOf(pool: Postgres): string {
  if (!isPool(pool)) return "";
  return `: ${pool.totalCount - pool.idleCount} are in use, ${pool.waitingCount} wait for one`;
}

function connectionOn(client: PostgresClient, usualMs: number): Connection {
  let broken: Error | undefined;
  let released = false;
  const breaks = (error: Error): void => {
    broken = error;
  };
  // A connection that breaks while nobody waits for an answer would otherwise end the process.
  client.on?.("error", breaks);

  function release(error?: Error): void {
    if (released) return;
    released = true;
    client.release(error ?? broken);
    // What is closed may say so later. What goes back to the pool has the pool's own listener.
    if ((error ?? broken) === undefined) client.off?.("error", breaks);
  }

  return {
    query(text, values, deadlineMs = usualMs) {
      if (released) return Promise.reject(broken ?? new Error("postgresStore: the connection was given back"));
      return within(deadlineMs, client.query(text, values), () => {
        broken = noAnswer(deadlineMs);
        release(broken);
        return broken;
      });
    },
    release,
  };
}

/** Where the driver has one connection only, or chooses one by itself, nothing can be done about one that hangs. */
function bareConnection(driver: Postgres, usualMs: number): Connection {
  return {
    query: (text, values, deadlineMs = usualMs) =>
      within(deadlineMs, driver.query(text, values), () => noAnswer(deadlineMs)),
    release: () => {},
  };
}

const noAnswer = (ms: number): Error =>
  new Error(`postgresStore: the database gave no answer within ${ms} ms: the connection is closed`);

/** The promise's end, or the error that `tooLate` makes when it has none in time. */
export function within<T>(ms: number, promise: Promise<T>, tooLate: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

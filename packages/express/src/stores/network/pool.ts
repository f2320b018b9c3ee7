import { withTimeout } from "../../operate/with-timeout.ts";
import type { Answer, Statement } from "../sql/program.ts";

/** A connection of a pool, with what the engines name differently. */
export interface Connection {
  /** Runs a statement. */
  ask(statement: Statement): Promise<Answer>;
  /** Begins a transaction, and runs its first statement. */
  askFirst(statement: Statement): Promise<Answer>;
  /** Runs a statement of a hook, in the engine's own SQL. */
  query(text: string, values: readonly unknown[]): Promise<unknown[]>;
  /** Gives it back to the pool, or closes it when there is an error. */
  release(error?: Error): void;
}

/** The connections of a store, each taken from the caller's pool. */
export interface Connections {
  /** Takes a connection. */
  take(): Promise<HeldConnection>;
  /** Runs the work on a connection. */
  use<T>(work: (connection: HeldConnection) => Promise<T>, deadlineMs?: number): Promise<T>;
}

/**
 * A connection that was taken. A statement without an answer in time rejects, and the connection is closed and leaves
 * the pool: its network may be gone, and the next caller would wait forever, too.
 */
export interface HeldConnection extends Connection {
  ask(statement: Statement, deadlineMs?: number): Promise<Answer>;
  query(text: string, values: readonly unknown[], deadlineMs?: number): Promise<unknown[]>;
}

/** What messages say of a pool. */
interface PoolText {
  /** The function that made the store. */
  name: string;
  /** How many connections are in use, if the pool says so. */
  counts(): string;
}

/** The factor for the deadline of a statement that reads every row, or that is not the store's own. */
export const longFactor = 6;

/**
 * Makes the connections of a store.
 * @param connect takes a connection of the pool
 * @param usualMs how long to wait for a connection, and then for the answer to each statement
 */
export function makeConnections(
  connect: () => Promise<Connection>,
  usualMs: number,
  { name, counts }: PoolText,
): Connections {
  async function take(): Promise<HeldConnection> {
    const connecting = connect();
    let late = false;
    // A connection that comes too late goes back to the pool.
    connecting.then((connection) => late && connection.release()).catch(() => {});
    const connection = await withTimeout(usualMs, connecting, () => {
      late = true;
      throw new Error(`${name}: the pool gave no connection within ${usualMs} ms${counts()}`);
    });
    return holding(connection, usualMs, name);
  }

  return {
    take,
    async use(work) {
      const connection = await take();
      try {
        const result = await work(connection);
        connection.release();
        return result;
      } catch (error) {
        // As the pools do for each statement that fails.
        connection.release(error as Error);
        throw error;
      }
    },
  };
}

function holding(connection: Connection, usualMs: number, name: string): HeldConnection {
  let broken: Error | undefined;
  let released = false;
  function release(error?: Error): void {
    if (released) return;
    released = true;
    connection.release(error ?? broken);
  }
  function inTime<T>(work: () => Promise<T>, deadlineMs: number): Promise<T> {
    if (released) return Promise.reject(broken ?? new Error(`${name}: the connection was given back`));
    return withTimeout(deadlineMs, work(), () => {
      broken = new Error(`${name}: the database gave no answer within ${deadlineMs} ms: the connection is closed`);
      release(broken);
      throw broken;
    });
  }
  return {
    ask: (statement, deadlineMs = usualMs) => inTime(() => connection.ask(statement), deadlineMs),
    askFirst: (statement) => inTime(() => connection.askFirst(statement), usualMs),
    query: (text, values, deadlineMs = usualMs) => inTime(() => connection.query(text, values), deadlineMs),
    release,
  };
}

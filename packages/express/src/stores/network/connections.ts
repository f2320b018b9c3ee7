import { withTimeout } from "../../base/work.ts";
import { type Answer, type Statement, textIn } from "../sql/program.ts";
import type { Connection, Engine } from "./engine.ts";

/**
 * A connection that was taken. A statement without an answer in time rejects, and the connection is closed and leaves
 * the pool: its network may be gone, and the next caller would wait forever, too.
 */
export interface HeldConnection extends Connection {
  ask(statements: readonly Statement[], begins?: boolean): Promise<Answer[]>;
  query(text: string, values?: readonly unknown[], deadlineMs?: number): Promise<Answer>;
}

/** The factor for the deadline of a statement that reads every row, or that is not the store's own. */
export const longFactor = 6;

/**
 * Makes the connections of a store, each taken from the caller's pool.
 * @param usualMs how long to wait for a connection, and then for the answer to each statement
 */
export function makeConnections(engine: Engine, usualMs: number) {
  const { name, connect, counts } = engine;
  async function take(): Promise<HeldConnection> {
    const connecting = connect();
    let late = false;
    // A connection that comes too late goes back to the pool.
    connecting.then((connection) => late && connection.release()).catch(() => {});
    const connection = await withTimeout(usualMs, connecting, () => {
      late = true;
      throw new Error(`${name}: the pool gave no connection within ${usualMs} ms${counts?.() ?? ""}`);
    });
    return holding(connection, usualMs, engine);
  }

  return {
    take,
    /** Runs the work on a connection, which is closed when that fails before it has given it back. */
    async use<T>(work: (connection: HeldConnection) => Promise<T>): Promise<T> {
      const connection = await take();
      try {
        const result = await work(connection);
        connection.release();
        return result;
      } catch (error) {
        connection.release(error as Error);
        throw error;
      }
    },
  };
}

export type Connections = ReturnType<typeof makeConnections>;

function holding(connection: Connection, usualMs: number, engine: Engine): HeldConnection {
  const { name } = engine;
  const named = ({ text, values }: Statement): Statement => ({ text: textIn(engine, text), values });
  let closed: Error | undefined;
  let released = false;
  function release(error?: Error): void {
    if (released) return;
    released = true;
    connection.release(error);
  }
  function inTime<T>(work: () => Promise<T>, deadlineMs: number): Promise<T> {
    if (released) return Promise.reject(closed ?? new Error(`${name}: the connection was given back`));
    return withTimeout(deadlineMs, work(), () => {
      closed = new Error(`${name}: the database gave no answer within ${deadlineMs} ms: the connection is closed`);
      release(closed);
      throw closed;
    });
  }
  return {
    ask: (statements, begins = false) => inTime(() => connection.ask(statements.map(named), begins), usualMs),
    query: (text, values = [], deadlineMs = usualMs) => inTime(() => connection.query(text, values), deadlineMs),
    release,
  };
}

import { withTimeout } from "../../base/work.ts";
import { MissingError } from "../sql/migrate.ts";
import { type Answer, DuplicateError } from "../sql/program.ts";
import type { Statement } from "../sql/statement.ts";
import { type Connection, type Engine, inText, meaningOf } from "./engine.ts";

/**
 * Makes the connections of a store, each taken from the caller's pool. A statement without an answer in time rejects, and
 * its connection is closed and leaves the pool: its network may be gone, and the next caller would wait forever, too.
 * @param usualMs how long to wait for a connection, and where nothing else is said, for the answer to each statement
 */
export function makeConnections(engine: Engine, usualMs: number) {
  async function take(answerMs = usualMs): Promise<HeldConnection> {
    const connecting = engine.connect();
    const connection = await withTimeout(usualMs, connecting, () => {
      // One that comes too late goes back to the pool.
      connecting.then(({ release }) => release()).catch(() => {});
      throw new Error(`${engine.name}: the pool gave no connection within ${usualMs} ms`);
    });
    return answeringIn(answerMs, connection, engine);
  }

  return {
    take,
    /** Runs the work on a connection, which is closed when that fails before it has given it back. */
    async use<T>(work: (connection: HeldConnection) => Promise<T>, answerMs?: number): Promise<T> {
      const connection = await take(answerMs);
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

/** A connection that was taken. */
export type HeldConnection = ReturnType<typeof answeringIn>;

function answeringIn(deadlineMs: number, connection: Connection, engine: Engine) {
  const { name } = engine;
  /** Why it is no longer of use. */
  let ended: Error | undefined;
  function release(error?: Error): void {
    if (ended) return;
    ended = error ?? new Error(`${name}: the connection was given back`);
    connection.release(error);
  }
  async function inTime<T>(work: () => Promise<T>, ms = deadlineMs): Promise<T> {
    if (ended) throw ended;
    return withTimeout(ms, work(), () => {
      release(new Error(`${name}: the database gave no answer within ${ms} ms: the connection is closed`));
      throw ended;
    });
  }
  return {
    /**
     * Runs statements of the store's own, after these texts where there are any.
     * @throws DuplicateError when a unique key refuses one, MissingError when there are no tables
     */
    async ask(statements: readonly Statement[], first: readonly string[] = []): Promise<Answer[]> {
      const texts = [...first, ...statements.map((statement) => inText(engine, statement))];
      const answers = await inTime(() => connection.ask(texts)).catch((error: unknown) => {
        const meaning = meaningOf(engine, error);
        if (meaning === "duplicate") throw new DuplicateError(error);
        throw meaning === "missing" ? new MissingError(name, error) : error;
      });
      return answers.slice(-statements.length);
    },
    /** Runs a statement in the engine's own SQL, which may take so many milliseconds. */
    query: (text: string, values?: readonly unknown[], ms?: number): Promise<Answer> =>
      inTime(() => connection.query(text, values), ms),
    release,
  };
}

/**
 * What `postgresStore` needs of a database: a pool or client of `pg`, PGlite, Neon, or anything that is called like
 * one. Each call may run on another connection.
 */
export interface Postgres {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /**
   * A connection of its own, with `query` and `release`, as `pg.Pool` gives it. Needed only by hooks that write through
   * their `transaction`.
   */
  connect?(): Promise<unknown>;
}

/** A connection taken from a pool. `release` gives it back, or, with an error, has it closed. */
export interface PostgresClient extends Postgres {
  release(error?: Error): void;
  on?(event: "error", listener: (error: Error) => void): unknown;
  off?(event: "error", listener: (error: Error) => void): unknown;
}

const cannotHold = new Set(["22021", "22P05", "22P02"]);

/** Names the value that the engine cannot hold: its text has no NUL, and no half of a surrogate pair. */
export function explainText(error: unknown, values: Record<string, unknown>): unknown {
  if (!(error instanceof Error && "code" in error && cannotHold.has(String(error.code)))) return error;
  const name = Object.keys(values).find((key) => holdsBadText(values[key]));
  if (name === undefined) return error;
  return new TypeError(`${name}: holds a character that Postgres cannot keep (NUL or half of a surrogate pair)`, {
    cause: error,
  });
}

function holdsBadText(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || /\p{Surrogate}/u.test(value);
  return typeof value === "object" && value !== null && Object.entries(value).flat().some(holdsBadText);
}

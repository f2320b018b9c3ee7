import { ArgumentError } from "@ventanilla/client";

/**
 * The database of {@link postgresStore}: a pool or client of `pg`, PGlite, Neon, or any driver with the same methods.
 * Each call may run on another connection.
 */
export interface Postgres {
  /** Runs one statement with parameters `$1`, `$2`, … */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /**
   * Gives a connection with `query` and `release`, as `pg.Pool` does. Needed only by hooks that write through their
   * `transaction`.
   */
  connect?(): Promise<unknown>;
}

/** A connection of a pool. `release` gives it back; `release(error)` closes it. */
export interface PostgresClient extends Postgres {
  release(error?: Error): void;
}

/** SQLSTATE of texts that Postgres cannot keep. */
const cannotHold = new Set(["22021", "22P05", "22P02"]);

/**
 * Replaces the error about a text with NUL or half of a surrogate pair by an ArgumentError with the name of the value.
 */
export function explainText(error: unknown, values: Record<string, unknown>): unknown {
  if (!(error instanceof Error && "code" in error && cannotHold.has(String(error.code)))) return error;
  const name = Object.keys(values).find((key) => holdsBadText(values[key]));
  if (name === undefined) return error;
  return new ArgumentError(`${name}: holds a character that Postgres cannot keep (NUL or half of a surrogate pair)`, {
    cause: error,
  });
}

function holdsBadText(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || /\p{Surrogate}/u.test(value);
  return typeof value === "object" && value !== null && Object.entries(value).flat().some(holdsBadText);
}

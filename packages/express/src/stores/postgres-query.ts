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

/**
 * A column of type bigint as a number: drivers give it as text, and some as a BigInt.
 * @throws Error when it is not a whole number that JavaScript can hold
 */
export function integer(value: unknown): number {
  const number = typeof value === "string" || typeof value === "bigint" ? Number(value) : value;
  if (!Number.isSafeInteger(number)) throw new Error("postgresStore: a column holds a number that is out of bounds");
  return number as number;
}

/** A jsonb column: drivers parse it, unless they were told not to. */
export function parsed<T>(value: unknown): T {
  return (typeof value === "string" ? JSON.parse(value) : value) as T;
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

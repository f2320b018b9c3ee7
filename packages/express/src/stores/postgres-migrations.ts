import { functions } from "./postgres-functions.ts";
import { tables } from "./postgres-tables.ts";
import { version2 } from "./postgres-version-2.ts";
import { version3 } from "./postgres-version-3.ts";
import { version4 } from "./postgres-version-4.ts";
import { version5, versions6to14 } from "./postgres-versions-5-to-14.ts";
import { integer } from "./rows.ts";

/** The SQL of each version. A published version never changes. */
const versions: readonly string[] = [tables + functions, version2, version3, version4, version5, ...versions6to14];

const missing = new Set(["3F000", "42P01", "42883", "42704"]);

/** Whether the error says that a schema, table, function or type does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && missing.has(String(error.code));
}

/**
 * Brings the schema up to date. Each version is one statement, and so one transaction, under a lock that makes other
 * processes wait.
 * @param ask runs one statement, with a deadline that is long enough for changing a table
 * @returns the versions that this call applied
 * @throws the database's error, also when its connections do not have the isolation level READ COMMITTED
 */
export async function migrate(ask: (text: string, values?: unknown[]) => Promise<unknown[]>): Promise<number[]> {
  const known = await ask("SELECT version FROM ventanilla.migrations").then(
    (rows) => new Set(numbersOf(rows)),
    (error: unknown) => {
      if (isMissing(error)) return new Set<number>();
      throw error;
    },
  );
  const pending = versions
    .map((sql, index) => ({ version: index + 1, sql }))
    .filter(({ version }) => !known.has(version));
  const call = crypto.randomUUID();
  for (const { version, sql } of pending) await ask(statementOf(version, sql, call));
  await ask("SELECT ventanilla.require_read_committed()");
  if (pending.length === 0) return [];
  return numbersOf(await ask("SELECT version FROM ventanilla.migrations WHERE call = $1 ORDER BY version", [call]));
}

const numbersOf = (rows: unknown[]): number[] => rows.map((row) => integer((row as { version: unknown }).version));

function statementOf(version: number, sql: string, call: string): string {
  return `DO $migration$ BEGIN
PERFORM pg_advisory_xact_lock(7236831);
CREATE SCHEMA IF NOT EXISTS ventanilla;
CREATE TABLE IF NOT EXISTS ventanilla.migrations
  (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), call uuid NOT NULL);
IF EXISTS (SELECT FROM ventanilla.migrations WHERE version = ${version}) THEN
  RETURN;
END IF;
${sql}
INSERT INTO ventanilla.migrations (version, call) VALUES (${version}, '${call}');
END $migration$`;
}

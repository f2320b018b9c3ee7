import { integer } from "../rows.ts";
import { functions } from "./functions.ts";
import { tables } from "./tables.ts";
import { version2 } from "./version-2.ts";
import { version3 } from "./version-3.ts";
import { version4 } from "./version-4.ts";
import { version5, versions6On, versions16On } from "./version-5-on.ts";

/** The SQL of each version. What a published version leaves behind never changes. */
const versions: readonly string[] = [
  tables + functions,
  version2,
  version3,
  version4,
  version5,
  ...versions6On,
  ...versions16On,
];

/**
 * How long a version waits for a lock in one try, in milliseconds. Later statements wait behind it. Longer than
 * `deadlock_timeout` (1 s by default), after which Postgres cancels an autovacuum that is in the way.
 */
const lockMs = 2000;
/** The pause between two tries, in milliseconds, in which the other statements go on. */
const pauseMs = 1000;

/** SQLSTATE of a missing schema, table, function and type. */
const missing = new Set(["3F000", "42P01", "42883", "42704"]);

/** Whether the error says that a schema, table, function or type does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && missing.has(String(error.code));
}

/**
 * Brings the schema up to date. Each version is one statement, and so one transaction, under a lock that makes other
 * processes wait.
 * @param ask runs one statement, within the deadline
 * @param deadlineMs long enough for changing a table. A third of it is for waiting until another process has applied a
 * version, and a third for the locks of the tables
 * @returns the versions that this call applied
 * @throws the database's error, also when its connections do not have the isolation level READ COMMITTED
 */
export async function migrate(
  ask: (text: string, values?: unknown[]) => Promise<unknown[]>,
  deadlineMs: number,
): Promise<number[]> {
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
  const waitMs = Math.ceil(deadlineMs / 3);
  for (const { version, sql } of pending) await ask(statementOf(version, sql, { call, waitMs }));
  await ask("SELECT ventanilla.require_read_committed()");
  if (pending.length === 0) return [];
  return numbersOf(await ask("SELECT version FROM ventanilla.migrations WHERE call = $1 ORDER BY version", [call]));
}

const numbersOf = (rows: unknown[]): number[] => rows.map((row) => integer((row as { version: unknown }).version));

/**
 * The statement that applies a version. When it does not get a lock in time, it gives up all its locks on tables, and
 * tries again after a pause: processes of the previous version never wait longer than for one try. All tries are in one
 * statement, so that no other process migrates between them.
 */
function statementOf(version: number, sql: string, { call, waitMs }: { call: string; waitMs: number }): string {
  return `DO $migration$
DECLARE
  v_holders text;
  v_until timestamptz;
BEGIN
PERFORM set_config('lock_timeout', '${waitMs}', true);
BEGIN
  PERFORM pg_advisory_xact_lock(7236831);
EXCEPTION WHEN lock_not_available THEN
  RAISE EXCEPTION 'postgresStore: another process has been migrating for ${waitMs} ms: wait until it has ended, then call migrate() again'
    USING ERRCODE = 'lock_not_available';
END;
CREATE SCHEMA IF NOT EXISTS ventanilla;
CREATE TABLE IF NOT EXISTS ventanilla.migrations
  (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), call uuid NOT NULL);
IF EXISTS (SELECT FROM ventanilla.migrations WHERE version = ${version}) THEN
  RETURN;
END IF;
PERFORM set_config('lock_timeout', '${Math.min(lockMs, waitMs)}', true);
v_until := clock_timestamp() + interval '${waitMs} milliseconds';
LOOP
  BEGIN
    ${sql}
    EXIT;
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    IF clock_timestamp() > v_until THEN
      SELECT string_agg(DISTINCT l.pid::text, ', ') INTO v_holders FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
        WHERE l.granted AND l.pid <> pg_backend_pid() AND c.relnamespace = 'ventanilla'::regnamespace
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database());
      RAISE EXCEPTION 'postgresStore: version ${version} of the tables got no lock within ${waitMs} ms. Processes of the database with open transactions on them: %. Look them up in pg_stat_activity and end them or wait for their end, then call migrate() again: it goes on with this version',
        coalesce(v_holders, 'none any more') USING ERRCODE = 'lock_not_available';
    END IF;
  END;
  PERFORM pg_sleep(${pauseMs / 1000});
END LOOP;
INSERT INTO ventanilla.migrations (version, call) VALUES (${version}, '${call}');
END $migration$`;
}

import { migration, versionIn } from "../sql/migrate.ts";
import { type Program, runNow, sql } from "../sql/program.ts";
import type { TypeNames } from "../sql/tables.ts";
import type { SqliteConnection } from "./connection.ts";
import { prefix } from "./engine.ts";

const types: TypeNames = {
  serial: "INTEGER PRIMARY KEY AUTOINCREMENT",
  int: "INTEGER",
  name: "TEXT",
  key: "TEXT",
  wide: "TEXT",
  text: "TEXT",
  options: " STRICT",
  hasPartialIndexes: true,
};

/** Where a `CREATE INDEX` names it. The names of indexes are the shop's, too. */
const beforeIndex = /(?<=^CREATE (?:UNIQUE )?INDEX )/;

/**
 * Applies the versions that the file has not had, in one transaction; returns their numbers. A file that is up to date is
 * only read.
 * @param versions the statements of each, oldest first
 * @param own how the names of their tables begin
 * @throws an Error when the file is newer than this program, or another process holds its write lock
 */
export function migrateFile(connection: SqliteConnection, versions: readonly string[], own: string): number[] {
  const file = "sqliteStore: the file";
  const run = <T>(steps: Program<T>): T =>
    runNow(steps, ({ text, values }) => connection.ask({ text: text.replace(beforeIndex, "@"), values }));
  // The shop may keep the version of its own tables in `user_version`.
  const made = sql`SELECT 1 FROM sqlite_schema WHERE name = ${`${prefix}${own}versions`}`;
  const isMade = connection.ask(made).rows.length > 0;
  if (isMade && run(versionIn(file, versions.length, own)) === versions.length) return [];
  return connection.transaction(() => run(migration(file, types, versions, own)));
}

import { MissingError, migration, versionIn } from "../sql/migrate.ts";
import { runNow } from "../sql/program.ts";
import type { TypeNames } from "../sql/tables.ts";
import type { SqliteConnection } from "./connection.ts";

const types: TypeNames = {
  serial: "INTEGER PRIMARY KEY AUTOINCREMENT",
  int: "INTEGER",
  text: () => "TEXT",
  options: " STRICT",
  hasPartialIndexes: true,
};

const file = "sqliteStore: the file";

/** Where a `CREATE INDEX` names it. The names of indexes are the shop's, too. */
const beforeIndex = /(?<=^CREATE (?:UNIQUE )?INDEX )/;

/** Applies the versions that a file lacks, within a transaction; returns their numbers. */
export const applyVersions = ({ ask }: SqliteConnection, texts: readonly string[], name: string): number[] =>
  runNow(migration(file, types, texts, name), ({ text, values }) =>
    ask({ text: text.replace(beforeIndex, "@"), values }),
  );

/**
 * Applies those of the store's own tables, in one transaction; returns their numbers. A file that is up to date is only read.
 * @throws an Error when the file is newer than this program, or another process holds its write lock
 */
export function migrateFile(connection: SqliteConnection, texts: readonly string[]): number[] {
  try {
    if (runNow(versionIn(file, texts.length, "router"), connection.ask) === texts.length) return [];
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
  }
  return connection.transaction(() => applyVersions(connection, texts, "router"));
}

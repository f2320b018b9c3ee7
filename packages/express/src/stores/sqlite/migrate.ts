import { MissingError, migration, versionIn } from "../sql/migrate.ts";
import { type Program, runNow } from "../sql/program.ts";
import type { TypeNames } from "../sql/tables.ts";
import type { SqliteConnection } from "./connection.ts";

const types: TypeNames = {
  serial: "INTEGER PRIMARY KEY AUTOINCREMENT",
  int: "INTEGER",
  text: () => "TEXT",
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
 * @param within runs work in a transaction
 * @throws an Error when the file is newer than this program, or another process holds its write lock
 */
export function migrateFile(
  { ask, transaction }: SqliteConnection,
  versions: readonly string[],
  own: string,
  within: <T>(work: () => T) => T = transaction,
): number[] {
  const file = "sqliteStore: the file";
  const run = <T>(steps: Program<T>): T =>
    runNow(steps, ({ text, values }) => ask({ text: text.replace(beforeIndex, "@"), values }));
  try {
    if (run(versionIn(file, versions.length, own)) === versions.length) return [];
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
  }
  return within(() => run(migration(file, types, versions, own)));
}

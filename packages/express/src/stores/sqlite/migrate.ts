import { insert, plain, sql } from "../sql/program.ts";
import { versions as allVersions, refuseNewer, statementsOf, type TypeNames } from "../sql/tables.ts";
import { block, longestPauseMs, retryAtStart } from "./busy.ts";
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

/** The state of the clock, for processes that start later (see `clock.ts`): only this engine needs it. */
const clockTable = `CREATE TABLE IF NOT EXISTS ${prefix}steady_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1), boot TEXT NOT NULL, wall INTEGER NOT NULL, monotonic INTEGER NOT NULL,
  uptime INTEGER NOT NULL, ahead INTEGER NOT NULL) STRICT`;

/**
 * Applies the versions that the file has not had; returns their numbers. A file that is up to date is only read. Each
 * version is a transaction of its own, and after it other processes can write.
 * @param versions the statements of each, oldest first; `own`: of tables that are not the store's
 * @throws an Error when the file is newer than this program, or another process holds its write lock for too long
 */
export function migrateFile(db: SqliteConnection, versions: readonly string[] = allVersions, own = ""): number[] {
  // The shop may keep the version of its own tables in `user_version`.
  const table = `${prefix}${own}versions`;
  const applied = (): number => {
    if (!db.one(sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${table}`)) return 0;
    return db.one<{ version: number }>(sql`SELECT max(version) AS version FROM ${plain(table)}`)?.version ?? 0;
  };
  const taken: number[] = [];
  while (retryAtStart(applied) !== versions.length) {
    // Longer than the longest pause of those who wait for the file: they can write meanwhile.
    if (taken.length > 0) block(2 * longestPauseMs);
    retryAtStart(() =>
      db.transaction(() => {
        const before = applied();
        refuseNewer("sqliteStore: the file", before, versions.length);
        const version = versions[before];
        if (version === undefined) return;
        db.exec(`CREATE TABLE IF NOT EXISTS ${table} (version INTEGER PRIMARY KEY) STRICT; ${clockTable};`);
        for (const statement of statementsOf(version, prefix, types))
          db.exec(statement.replace(" INDEX ", `$&${prefix}`));
        db.ask(insert(`${own}versions`, { version: before + 1 }));
        taken.push(before + 1);
      }),
    );
  }
  return taken;
}

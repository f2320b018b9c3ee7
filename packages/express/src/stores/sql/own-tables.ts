import { expectThat } from "@ventanilla/web";
import type { Store, Transaction } from "../store.ts";
import { databases } from "./open-store.ts";
import { type Answer, type Database, type Program, runLater } from "./program.ts";

/** The database of a store, for a package that keeps tables of its own beside the router's. */
export interface OwnTables extends Pick<Database, "read" | "write" | "transaction" | "now"> {
  /** Runs steps in the transaction of a hook: what they write is there once the event is delivered, or not at all. */
  within<T>(transaction: Transaction, steps: () => Program<T>): Promise<T>;
  /**
   * Applies the versions that the database lacks; resolves to their numbers. One process migrates at a time.
   * @param name the tables' own, 1 to 20 small letters: `@links` and `@links_uses` belong to `links`
   * @param versions the statements that lead to each version from the one before it, oldest first, with `;` between them and
   * the types `@serial`, `@int`, `@name`, `@key`, `@wide` and `@text`. A table ends in `@options`
   */
  migrate(name: string, versions: readonly string[]): Promise<number[]>;
}

/**
 * The database of a store, for tables of your own that are written by the same statements in SQLite, Postgres and MySQL.
 * Their names begin as those of the router's tables do.
 * @param store of `sqliteStore`, `postgresStore` or `mysqlStore`, as it was made
 * @returns what reads, writes and migrates
 * @throws ArgumentError when the store keeps its rows elsewhere, as one of your own does
 * @see docs/guide/own-database.md#tables-of-a-package
 * @example
 * const database = databaseOf(store);
 * await database.migrate("parcels", ["CREATE TABLE @parcels (id @key NOT NULL, PRIMARY KEY (id))@options"]);
 * await database.write(() => change(insert("parcels", { id: "P-1" })));
 */
export function databaseOf(store: Store): OwnTables {
  const database = databases.get(store);
  const made = "what sqliteStore, postgresStore or mysqlStore has returned: this store has no tables in SQL";
  expectThat(database !== undefined, "databaseOf(store)", made);
  const { read, write, transaction, now } = database;
  return {
    read,
    write,
    transaction,
    now,
    within: (given, steps) =>
      runLater(steps(), async (statements) => {
        const answers: Answer[] = [];
        for (const statement of statements) {
          const { text, values } = database.inHook(statement);
          const { rows } = await given.query<{ affectedRows?: number }>(text, values);
          answers.push({ rows, changes: rows[0]?.affectedRows ?? rows.length });
        }
        return answers;
      }),
    async migrate(name, versions) {
      expectThat(/^[a-z]{1,20}$/.test(name), "migrate(name)", "1 to 20 small letters");
      return database.migrate(versions, `${name}_`);
    },
  };
}

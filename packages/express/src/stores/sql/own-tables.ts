import type { Store, Transaction } from "../store.ts";
import type { Database, Program } from "./program.ts";

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

/** A store in a database of SQL, as `sqliteStore`, `postgresStore` and `mysqlStore` return it. */
export interface SqlStore extends Store {
  /**
   * Keeps tables of your own, by the same statements in each engine. Their names begin as those of the router's tables do.
   * @see docs/guide/own-database.md#tables-of-a-package
   */
  database: OwnTables;
}

import { after } from "node:test";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store, StoreClock } from "@ventanilla/express/store";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import type { TestServer } from "../postgres.ts";
import { emptyTables } from "./emptied.ts";

/** A database: a store on it, and what empties its tables. */
interface Prepared {
  open(): Store;
  empty(): Promise<unknown>;
}

/** Opens stores whose databases are emptied for later tests: to make the tables takes longer than most of these. */
function opening(prepare: () => Promise<Prepared>, isAnew: boolean): () => Promise<Store> {
  const free: Prepared[] = [];
  return async () => {
    const known = free.pop();
    const prepared = known ?? (await prepare());
    await (known === undefined ? prepared.open().migrate() : prepared.empty());
    if (!isAnew) after(() => void free.push(prepared));
    return prepared.open();
  };
}

/**
 * An empty store of each engine that the machine has.
 * @param clock of the stores. Default: their own
 * @param isAnew each on a database of its own, for tests that make other tables there
 */
export function enginesOn(
  server: TestServer,
  clock?: StoreClock,
  isAnew = false,
): Record<string, () => Promise<Store>> {
  let started: ReturnType<typeof startMariaDb> | undefined;
  after(async () => (await started)?.stop());
  const options = { ...(clock && { clock }) };
  return {
    SQLite: async () => sqliteStore(":memory:", clock),
    Postgres: opening(async () => {
      const { pool } = await server.database();
      return {
        open: () => postgresStore(pool, options),
        empty: () => pool.query(emptyTables("ventanilla.").join(";")),
      };
    }, isAnew),
    ...(hasMariaDb && {
      MariaDB: opening(async () => {
        started ??= startMariaDb();
        const { pool } = await (await started).database();
        return {
          open: () => mysqlStore(pool, options),
          async empty() {
            for (const text of emptyTables("ventanilla_")) await pool.query(text);
          },
        };
      }, isAnew),
    }),
  };
}

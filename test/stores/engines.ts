import { after } from "node:test";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import type { SqlStore } from "@ventanilla/express/sql";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { StoreClock } from "@ventanilla/express/store";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import type { TestServer } from "../postgres.ts";
import { emptyTables } from "./emptied.ts";

/** A database: a store on it, and what empties its tables. */
interface Prepared {
  open(clock?: StoreClock): SqlStore;
  empty(): Promise<unknown>;
}

/** Opens an empty store. The clock is this store's own. */
type Open = (clock?: StoreClock) => Promise<SqlStore>;

/** Opens stores whose databases are emptied for later tests: to make the tables takes longer than most of these. */
function opening(prepare: () => Promise<Prepared>, isAnew: boolean): Open {
  const free: Prepared[] = [];
  return async (clock) => {
    const known = free.pop();
    const prepared = known ?? (await prepare());
    await (known === undefined ? prepared.open().migrate() : prepared.empty());
    if (!isAnew) after(() => void free.push(prepared));
    return prepared.open(clock);
  };
}

/**
 * An empty store of each engine that the machine has.
 * @param ofAll the clock of stores that are opened without one. Default: their own
 * @param isAnew each on a database of its own, for tests that make other tables there
 */
export function enginesOn(
  server: TestServer,
  ofAll?: StoreClock,
  isAnew = false,
): Record<"SQLite" | "Postgres", Open> & Partial<Record<"MariaDB", Open>> {
  let started: ReturnType<typeof startMariaDb> | undefined;
  after(async () => (await started)?.stop());
  const options = (clock = ofAll) => ({ ...(clock && { clock }) });
  return {
    SQLite: async (clock = ofAll) => sqliteStore(":memory:", clock),
    Postgres: opening(async () => {
      const { pool } = await server.database();
      return {
        open: (clock) => postgresStore(pool, options(clock)),
        empty: () => pool.query(emptyTables("ventanilla.").join(";")),
      };
    }, isAnew),
    ...(hasMariaDb && {
      MariaDB: opening(async () => {
        started ??= startMariaDb();
        const { pool } = await (await started).database();
        /** What the test before has begun may still write: of two that wait for each other the engine undoes one. */
        const run = (text: string): Promise<unknown> =>
          pool
            .query(text)
            .catch((error: { errno?: number }) => (error.errno === 1213 ? run(text) : Promise.reject(error)));
        return {
          open: (clock) => mysqlStore(pool, options(clock)),
          async empty() {
            for (const text of emptyTables("ventanilla_")) await run(text);
          },
        };
      }, isAnew),
    }),
  };
}

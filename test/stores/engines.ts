import { after } from "node:test";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store, StoreClock } from "@ventanilla/express/store";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import type { TestServer } from "../postgres.ts";

/**
 * A new, empty store of each engine that the machine has.
 * @param clock of the stores. Default: their own
 */
export function enginesOn(server: TestServer, clock?: StoreClock): Record<string, () => Promise<Store>> {
  let started: ReturnType<typeof startMariaDb> | undefined;
  after(async () => (await started)?.stop());
  async function onMariaDb(): Promise<Store> {
    started ??= startMariaDb();
    const store = mysqlStore((await (await started).database()).pool, { ...(clock && { clock }) });
    await store.migrate();
    return store;
  }
  return {
    SQLite: async () => sqliteStore(":memory:", clock),
    async Postgres() {
      const store = postgresStore((await server.database()).pool, { ...(clock && { clock }) });
      await store.migrate();
      return store;
    },
    ...(hasMariaDb && { MariaDB: onMariaDb }),
  };
}

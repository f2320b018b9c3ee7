import { postgresStore, type Store, sqliteStore } from "@ventanilla/express";
import type { startPostgres } from "../postgres.ts";

/** A new, empty store of each engine. */
export const enginesOn = (server: Awaited<ReturnType<typeof startPostgres>>): Record<string, () => Promise<Store>> => ({
  SQLite: async () => sqliteStore(":memory:"),
  async Postgres() {
    const store = postgresStore((await server.database()).pool);
    await store.migrate();
    return store;
  },
});

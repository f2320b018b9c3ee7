import assert from "node:assert/strict";
import { postgresStore } from "@ventanilla/express/postgres";
import type pg from "pg";
import type { TestServer } from "../postgres.ts";

/** Those that a store writes to. */
const tables = ["outbox", "launches", "attempts", "orders", "returns", "tallies", "staff_actions", "alerts", "scopes"];

/** Deletes what a store has written. To make a database and its tables again takes longer than most tests. */
export const emptyTables = (prefix: string): string[] => tables.map((table) => `DELETE FROM ${prefix}${table}`);

/** A database with the store's tables, which are empty, and a pool on it. */
export type Emptied = (options?: pg.PoolConfig) => Promise<{ url: string; pool: pg.Pool }>;

/** One database for tests that run one after the other: it is emptied for each of them. */
export function emptiedOn(server: TestServer): Emptied {
  let made: Promise<{ url: string; pool: pg.Pool }> | undefined;
  async function make() {
    const { url, pool } = await server.database({ max: 1 });
    await postgresStore(pool).migrate();
    const { rows } = await pool.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'ventanilla' AND tablename NOT IN ('versions', 'sequences')",
    );
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), tables.toSorted());
    return { url, pool };
  }
  return async (options) => {
    made ??= make();
    const { url, pool } = await made;
    await pool.query(`${emptyTables("ventanilla.").join(";")}; DROP TABLE IF EXISTS shipments`);
    return { url, pool: server.connect(url, options) };
  };
}

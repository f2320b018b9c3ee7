import assert from "node:assert/strict";
import { after, test } from "node:test";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import type { Store } from "@ventanilla/express/store";
import mysql from "mysql2/promise";
import pg from "pg";
import { keptIn, transition } from "../kept.ts";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { startPostgres } from "../postgres.ts";
import { draft } from "./draft.ts";

/** A store on a pool of one connection that the shop has given back within a transaction; and one on another pool. */
const engines: Record<string, () => Promise<{ store: Store; well: Store }>> = {
  async Postgres() {
    const server = await startPostgres();
    const { pool: own, url } = await server.database();
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    after(async () => {
      await pool.end();
      await server.stop();
    });
    const well = postgresStore(own);
    await well.migrate();
    const client = await pool.connect();
    await client.query("BEGIN; CREATE TABLE parcels (id int)");
    client.release();
    return { store: postgresStore(pool), well };
  },
  ...(hasMariaDb && {
    async MariaDB() {
      const server = await startMariaDb({ own: true });
      const { pool: own, url } = await server.database();
      const pool = mysql.createPool({ uri: url, connectionLimit: 1 });
      after(async () => {
        await pool.end();
        await server.stop();
      });
      const well = mysqlStore(own);
      await well.migrate();
      await own.query("CREATE TABLE parcels (id int)");
      const connection = await pool.getConnection();
      await connection.beginTransaction();
      await connection.query("INSERT INTO parcels VALUES (1)");
      connection.release();
      return { store: mysqlStore(pool), well };
    },
  }),
};

for (const [engine, open] of Object.entries(engines)) {
  test(`${engine}: nothing counts as written on a connection that the shop has given back within a transaction`, async () => {
    const { store, well } = await open();
    const { attempt } = await keptIn(well).insertAttempt(draft(), 0);
    const change = { state: "opened", facts: { ...attempt.facts, openedAt: 1 } } as const;
    const move = () => transition(keptIn(store), attempt.id, 1, change);
    await assert.rejects(move, /the pool gave a connection on which somebody has left a transaction open/);
    assert.equal((await keptIn(well).findAttempt(attempt.id))?.state, "preparing");
    assert.equal((await move()).written, true, "the connection was closed");
    assert.equal((await keptIn(well).findAttempt(attempt.id))?.state, "opened");
  });
}

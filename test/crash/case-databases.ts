import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { postgresStore } from "@ventanilla/express";
import type pg from "pg";
import type { TestServer } from "../postgres.ts";
import { emptyTables } from "../stores/emptied.ts";
import type { CaseDatabase } from "./kills.ts";

/** Files in a folder, which also keeps the logs of the cases. */
export function sqliteCases(): { folder: string; open(): Promise<CaseDatabase>; close(): void } {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "ventanilla-crash-"));
  let files = 0;
  const on = <T>(path: string, work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(path);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  return {
    folder,
    async open() {
      const address = join(folder, `${++files}.db`);
      on(address, (db) => db.exec("CREATE TABLE shipments (order_id TEXT NOT NULL) STRICT"));
      return {
        address,
        setAhead: async () => {},
        shipments: async () => on(address, (db) => db.prepare("SELECT * FROM shipments").all().length),
        close: async () => {},
      };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A database of the server, whose clock can be moved, for cases that follow each other: it is emptied for each of them. */
export function postgresCases(server: TestServer): () => Promise<CaseDatabase> {
  let made: Promise<{ url: string; pool: pg.Pool }> | undefined;
  async function make() {
    const { url, pool } = await server.database({ max: 1 });
    await postgresStore(pool).migrate();
    await pool.query(`CREATE TABLE shipments (order_id text NOT NULL);
      CREATE TABLE clock (ahead bigint NOT NULL);
      INSERT INTO clock VALUES (0);
      CREATE OR REPLACE FUNCTION ventanilla.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
        'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ahead FROM public.clock'`);
    return { url, pool };
  }
  return async () => {
    made ??= make();
    const { url, pool } = await made;
    await pool.query(`${emptyTables}; DELETE FROM shipments; UPDATE clock SET ahead = 0`);
    return {
      address: url,
      async setAhead(ms) {
        await pool.query("UPDATE clock SET ahead = $1", [ms]);
      },
      shipments: async () => (await pool.query("SELECT * FROM shipments")).rows.length,
      close: async () => {},
    };
  };
}

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import type { startMariaDb } from "../mariadb.ts";
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
        shipments: async () => on(address, (db) => db.prepare("SELECT * FROM shipments").all().length),
        close: async () => {},
      };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A database of the server, for cases that follow each other: it is emptied for each of them. */
export function postgresCases(server: TestServer): () => Promise<CaseDatabase> {
  return emptiedCases("ventanilla.", async () => {
    const { url, pool } = await server.database({ max: 1 });
    await postgresStore(pool).migrate();
    return { url, query: async (text) => (await pool.query(text)).rows };
  });
}

/** The same on MariaDB. */
export function mariaDbCases(server: Awaited<ReturnType<typeof startMariaDb>>): () => Promise<CaseDatabase> {
  return emptiedCases("ventanilla_", async () => {
    const { url, pool } = await server.database({ max: 1 });
    await mysqlStore(pool).migrate();
    return { url, query: async (text) => (await pool.query(text))[0] as unknown[] };
  });
}

/** A database with the tables of a store. */
interface Made {
  url: string;
  query(text: string): Promise<unknown[]>;
}

function emptiedCases(prefix: string, make: () => Promise<Made>): () => Promise<CaseDatabase> {
  let made: Promise<Made> | undefined;
  async function makeAll(): Promise<Made> {
    const database = await make();
    await database.query("CREATE TABLE shipments (order_id VARCHAR(64) NOT NULL)");
    return database;
  }
  return async () => {
    made ??= makeAll();
    const { url, query } = await made;
    for (const text of [...emptyTables(prefix), "DELETE FROM shipments"]) await query(text);
    return {
      address: url,
      shipments: async () => (await query("SELECT * FROM shipments")).length,
      close: async () => {},
    };
  };
}

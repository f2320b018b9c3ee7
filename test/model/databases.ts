import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store, StoreClock } from "@ventanilla/express/store";
import { startMariaDb } from "../mariadb.ts";
import { startPostgres } from "../postgres.ts";
import { emptyTables } from "../stores/emptied.ts";

/** An empty database for one run; several processes connect to it. */
export interface Database {
  connect(): Store;
  /** Ends the connection of a process that has died. */
  disconnect(store: Store): Promise<void>;
}

/** The server or folder of the databases of all runs. */
export interface Engine {
  name: string;
  /** @param clock the time that the stores go by */
  open(clock: StoreClock): Promise<Database>;
  close(): Promise<void>;
}

const nothing = async (): Promise<void> => {};

/** A file for each run, a connection for each process. */
export function sqlite(): Engine {
  // Processes die here, the machine does not: where there is a file system in memory, syncing to disk costs nothing.
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "ventanilla-model-"));
  let files = 0;
  return {
    name: "SQLite",
    async open(clock) {
      if (files > 0) for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `${files}.db${end}`), { force: true });
      const path = join(folder, `${++files}.db`);
      return { connect: () => sqliteStore(path, clock), disconnect: (store) => store.close() };
    },
    async close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The longest deadline: the timers of the model are 40 times faster, and a busy machine needs seconds. */
const deadlineMs = 300_000;

/** One database, emptied for each run. Writes are not synced to disk: here only its clients die, never the server. */
export async function postgres(): Promise<Engine> {
  const server = await startPostgres();
  const { pool } = await server.database({ max: 8, options: "-c synchronous_commit=off" });
  await postgresStore(pool).migrate();
  return {
    name: "Postgres",
    async open(clock) {
      for (const text of emptyTables("ventanilla.")) await pool.query(text);
      return { connect: () => postgresStore(pool, { clock, deadlineMs }), disconnect: nothing };
    },
    close: () => server.stop(),
  };
}

/** The same on MariaDB. */
export async function mariadb(): Promise<Engine> {
  const server = await startMariaDb();
  const { pool } = await server.database({ max: 8 });
  await mysqlStore(pool).migrate();
  return {
    name: "MariaDB",
    async open(clock) {
      for (const text of emptyTables("ventanilla_")) await pool.query(text);
      return { connect: () => mysqlStore(pool, { clock, deadlineMs }), disconnect: nothing };
    },
    close: () => server.stop(),
  };
}

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresStore, type Store, sqliteStore } from "@ventanilla/express";
import { startPostgres } from "../postgres.ts";

/** An empty database for one run; several processes connect to it. */
export interface Database {
  connect(): Store;
  /** Ends the connection of a process that has died. */
  disconnect(store: Store): Promise<void>;
  /** Brings the database's clock to this time. */
  setTime(now: number): Promise<void>;
}

/** The server or folder of the databases of all runs. */
export interface Engine {
  name: string;
  /** @param clock the time that the stores go by, where they do not ask the database */
  open(clock: { now(): number }): Promise<Database>;
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
      return { connect: () => sqliteStore(path, clock), disconnect: (store) => store.close(), setTime: nothing };
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
  const store = postgresStore(pool, { clockTrustedMs: 0, deadlineMs });
  await store.migrate();
  await pool.query(`CREATE TABLE public.model_clock (at bigint NOT NULL);
    INSERT INTO public.model_clock VALUES (0);
    CREATE OR REPLACE FUNCTION ventanilla.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT at FROM public.model_clock'`);
  const setTime = async (now: number): Promise<void> => {
    await pool.query("UPDATE public.model_clock SET at = $1", [now]);
  };
  return {
    name: "Postgres",
    async open(clock) {
      const tables = ["outbox", "approvals", "launches", "attempts", "order_references"];
      await pool.query(tables.map((table) => `DELETE FROM ventanilla.${table}`).join(";"));
      await setTime(clock.now());
      return { connect: () => postgresStore(pool, { clockTrustedMs: 0, deadlineMs }), disconnect: nothing, setTime };
    },
    close: () => server.stop(),
  };
}

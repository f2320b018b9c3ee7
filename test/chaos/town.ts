import { setTimeout as sleep } from "node:timers/promises";
import { postgresStore } from "@ventanilla/express";
import { createSandbox, type Sandbox, type SandboxSession } from "@ventanilla/sandbox";
import type pg from "pg";
import { startPostgres } from "../postgres.ts";
import { type Processes, type StoppedInHook, startProcesses } from "./processes.ts";

/** A bank, and a shop of several processes on one Postgres. Their time is moved together. */
export interface Town {
  pool: pg.Pool;
  sandbox: Sandbox;
  processes: Processes;
  /** The shop as its pages know it. */
  publicUrl: string;
  /** Passes time, and waits until the shop has done what is due then. */
  pass(ms: number): Promise<void>;
  /** Waits until nothing is due. */
  quiet(): Promise<void>;
  /** Every session of the bank, also those that it has forgotten. */
  sessions(): SandboxSession[];
  /** How many events were delivered by others while the process that had begun stood still. */
  takenOver(): number;
  close(): Promise<void>;
}

interface Settings {
  processes: number;
  seed: number;
  /** The share of hook calls that fail. */
  hookFailures: number;
  /** Each strange manner of a hook is that of one of so many orders. */
  strangeHookEvery: number;
  /** See `PostgresOptions`. 0 where a test goes on as soon as time has passed. */
  clockTrustedMs: number;
}

/** Time passes in the database as in the bank: `ahead` is added to the engine's clock. */
const tables = `
CREATE TABLE clock (ahead bigint NOT NULL);
INSERT INTO clock VALUES (0);
CREATE OR REPLACE FUNCTION ventanilla.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
  $fn$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + (SELECT ahead FROM public.clock) $fn$;
CREATE TABLE prices (order_id text PRIMARY KEY, cents integer NOT NULL);
CREATE TABLE diary (call bigserial PRIMARY KEY, event text NOT NULL, process integer NOT NULL, manner text NOT NULL,
  clock bigint NOT NULL, backend integer, ended text);
CREATE INDEX diary_event ON diary (event);
CREATE TABLE fulfilments (event text NOT NULL, order_id text NOT NULL, call bigint NOT NULL);
CREATE INDEX fulfilments_call ON fulfilments (call);
`;

export async function openTown(settings: Settings): Promise<Town> {
  const server = await startPostgres();
  const { url, pool } = await server.database();
  const store = postgresStore(pool, { clockTrustedMs: 0 });
  await store.migrate();
  await pool.query(tables);
  const sandbox = await createSandbox({ seed: settings.seed });
  const publicUrl = "http://shop.localhost";
  const sessions = new Map<string, SandboxSession>();
  const stopping = new Set<Promise<void>>();
  let takenOver = 0;

  /** The bank forgets old sessions. */
  function noteSessions(): void {
    for (const session of sandbox.sessions()) sessions.set(session.id, session);
  }

  /** While a process stands still, another one takes its event: as if the lease had ended meanwhile. */
  async function takeOver({ event, backend }: StoppedInHook): Promise<void> {
    const open = "SELECT FROM pg_stat_activity WHERE pid = $1 AND state LIKE '%in transaction%'";
    await until(async () => (await pool.query(open, [backend])).rows.length === 0);
    await pool.query("UPDATE ventanilla.outbox SET due_at = 0 WHERE id = $1 AND due_at IS NOT NULL", [event]);
    const delivered = "SELECT FROM ventanilla.outbox WHERE id = $1 AND delivered_at IS NOT NULL";
    if (await until(async () => (await pool.query(delivered, [event])).rows.length > 0)) takenOver++;
  }

  function onStopped(stopped: StoppedInHook): Promise<void> {
    const done = takeOver(stopped).finally(() => stopping.delete(done));
    stopping.add(done);
    return done;
  }

  const processes = await startProcesses(settings.processes, {
    env: {
      DATABASE_URL: url,
      PUBLIC_URL: publicUrl,
      HOOK_FAILURES: String(settings.hookFailures),
      STRANGE_HOOK_EVERY: String(settings.strangeHookEvery),
      CLOCK_TRUSTED_MS: String(settings.clockTrustedMs),
    },
    // One bank, spelled otherwise by every second process.
    envOf: (index) => ({
      BANK_URL: index % 2 === 0 ? sandbox.url : `${sandbox.url.replace("127.0.0.1", "localhost")}/`,
    }),
    onStopped,
  });

  async function quiet(): Promise<void> {
    await Promise.all(stopping);
    await atRest(pool);
  }

  return {
    pool,
    sandbox,
    processes,
    publicUrl,
    quiet,
    async pass(ms) {
      noteSessions();
      sandbox.clock.advance(ms);
      await pool.query("UPDATE clock SET ahead = ahead + $1", [ms]);
      await quiet();
    },
    sessions() {
      noteSessions();
      return [...sessions.values()];
    },
    takenOver: () => takenOver,
    async close() {
      await processes.stop();
      await sandbox.close();
      await server.stop();
    },
  };
}

/** Asks until it is so, for 10 s at most. */
async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isSo()) return true;
    await sleep(50);
  }
  return false;
}

/**
 * Waits until nothing is due any more, and no process has a transaction open: time that passes meanwhile would take the
 * lease of a hook that is still running, and another process would rightly run it again.
 */
async function atRest(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rows } = await pool.query<{ waiting: string }>(
      // The clock is read once, not for every row.
      `SELECT (SELECT count(*) FROM ventanilla.attempts WHERE due_at <= (SELECT ventanilla.now_ms()))
       + (SELECT count(*) FROM ventanilla.outbox WHERE due_at <= (SELECT ventanilla.now_ms()))
       + (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
          AND application_name LIKE 'shop-%' AND state LIKE '%in transaction%') AS waiting`,
    );
    if (rows[0]?.waiting === "0") return;
    await sleep(50);
  }
  throw new Error("the shop does not come to rest: something stays due");
}

import { setTimeout as sleep } from "node:timers/promises";
import { postgresStore } from "@ventanilla/express";
import { createSandbox } from "@ventanilla/sandbox";
import type pg from "pg";
import { startPostgres } from "../postgres.ts";
import { buy, type World } from "./buyer.ts";
import { startProcesses } from "./processes.ts";
import { makeRandom, pick } from "./random.ts";
import { judgeChaos, type Verdict } from "./verdict.ts";

export interface ChaosOptions {
  seed: number;
  payments: number;
  /** Processes of the shop. */
  processes: number;
  /** One of them is killed whenever so many more buyers have begun, at least and at most. */
  killEveryBuyers: [number, number];
  /** Buyers at the same time. */
  buyers: number;
  log(line: string): void;
}

/** Faults that an order carries in its id: of the session's creation, of its query, and of what a result says. */
const faults = [
  ...(["!rstb", "!rsta", "!erb", "!era", "!html", "!trnc", "!slow"] as const),
  ...(["!e404", "!late", "!dta", "!c09", "!r500", "!rhtm", "!rbr"] as const),
  ...(["!noid", "!fgn", "!cont"] as const),
] as const;
const faultShare = 0.1;
const hookFailures = "0.03";

/** The steps in which the 67 minutes after the payments pass, in seconds: small ones where the bank's sessions end. */
const hour = [...Array(3).fill(50), ...Array(25).fill(60), ...Array(24).fill(10), ...Array(6).fill(360)] as number[];

/** Time passes in the database as in the bank: `ahead` is added to the engine's clock. */
const movableClock = `
CREATE TABLE clock (ahead bigint NOT NULL);
INSERT INTO clock VALUES (0);
CREATE OR REPLACE FUNCTION ventanilla.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
  $fn$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + (SELECT ahead FROM public.clock) $fn$;
CREATE TABLE diary (call bigserial PRIMARY KEY, event text NOT NULL, process integer NOT NULL, ended text);
CREATE TABLE fulfilments (event text NOT NULL, order_id text NOT NULL);
`;

/**
 * Several processes of a shop on one Postgres, killed one after the other while buyers pay at a bank that fails now and
 * then; afterwards an hour passes, and what the bank charged is compared with what the shop was told.
 */
export async function runChaos(options: ChaosOptions): Promise<Verdict & { kills: number; bought: number }> {
  const random = makeRandom(options.seed);
  const server = await startPostgres();
  const { url, pool } = await server.database();
  const store = postgresStore(pool, { clockTrustedMs: 0 });
  await store.migrate();
  await pool.query(movableClock);
  const sandbox = await createSandbox({ seed: options.seed });
  const publicUrl = "http://shop.localhost";
  const env = { DATABASE_URL: url, BANK_URL: sandbox.url, PUBLIC_URL: publicUrl, HOOK_FAILURES: hookFailures };
  const processes = await startProcesses(options.processes, env);
  const world: World = { random, publicUrl, bank: sandbox.url, processes: processes.addresses };
  let kills = 0;
  let bought = 0;
  let nextKill = 0;
  let killing = Promise.resolve();

  function planKill(): void {
    const [least, most] = options.killEveryBuyers;
    nextKill = bought + Math.round(least + random() * (most - least));
  }

  async function kill(): Promise<void> {
    await processes.kill(Math.floor(random() * options.processes));
    kills++;
  }

  async function buying(): Promise<void> {
    while (bought < options.payments) {
      const number = ++bought;
      if (number % 1000 === 0) options.log(`${number} buyers, ${kills} kills`);
      if (number >= nextKill) {
        planKill();
        killing = killing.then(kill);
      }
      await buy(world, `C-${number}${random() < faultShare ? pick(random, faults) : ""}`);
    }
  }

  async function pass(ms: number): Promise<void> {
    sandbox.clock.advance(ms);
    await pool.query("UPDATE clock SET ahead = ahead + $1", [ms]);
    await quiet(pool);
  }

  try {
    planKill();
    await Promise.all(Array.from({ length: options.buyers }, buying));
    await killing;
    const sessions = sandbox.sessions();
    options.log(`${bought} buyers, ${kills} kills; now an hour passes`);
    await quiet(pool);
    for (const seconds of hour) await pass(seconds * 1000);
    return { ...(await judgeChaos(pool, sessions, processes.killed)), kills, bought };
  } finally {
    await processes.stop();
    await sandbox.close();
    await server.stop();
  }
}

/**
 * Waits until nothing is due any more, and no process has a transaction open: time that passes meanwhile would take the
 * lease of a hook that is still running, and another process would rightly run it again.
 */
async function quiet(pool: pg.Pool): Promise<void> {
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

import { setTimeout as pause } from "node:timers/promises";
import type { HookContext } from "@ventanilla/express";

type Query = HookContext["transaction"]["query"];

/** Writes a hook's effect, whose statement and values are given: how it treats the router's transaction. */
type Write = (query: Query, effect: string, values: unknown[]) => Promise<void>;

const broken = (): never => {
  throw new Error("the printer is out of paper");
};

/** By its name, what a hook does in its first call for an event. */
export const manners = {
  async plain(query, effect, values) {
    await query(effect, values);
  },
  /** As an ORM does for a transaction in a transaction. What it takes back must not be there. */
  async savepoint(query, effect, values) {
    await query("SAVEPOINT outer_one");
    await query(effect, values);
    await query("SAVEPOINT inner_one");
    await query(effect, values);
    await query("ROLLBACK TO SAVEPOINT outer_one");
    await query(effect, values);
    await query("RELEASE SAVEPOINT outer_one");
  },
  async commits(query, effect, values) {
    await query(effect, values);
    await query("COMMIT");
    broken();
  },
  /** The shop's helper for transactions. */
  async wraps(query, effect, values) {
    await query("BEGIN");
    await query(effect, values);
    await query("COMMIT");
  },
  /** Does not look whether its COMMIT was taken, and succeeds. */
  async unheard(query, effect, values) {
    await query(effect, values);
    await query("commit").catch(() => {});
  },
  /** A COMMIT that only the server can see: with this setting, it reads texts otherwise. */
  async smuggles(query, effect, values) {
    await query(effect, values);
    await query("SET LOCAL standard_conforming_strings = off");
    await query(String.raw`SELECT '\'; SELECT '; COMMIT; --'`);
    broken();
  },
  /** Its process is stopped in the hook: the server ends a transaction of a process that sleeps. */
  async stops(query, effect, values) {
    // The server's own limit is 20 s.
    await query("SET LOCAL idle_in_transaction_session_timeout = 300");
    await query(effect, values);
    const { rows } = await query<{ backend: number }>("SELECT pg_backend_pid() AS backend");
    const stopped = { event: values[0], backend: rows[0]?.backend };
    await new Promise((resolve) => process.send?.(stopped, resolve));
    process.kill(process.pid, "SIGSTOP");
    // What came meanwhile is heard first: also that the connection is gone.
    await pause(0);
    await query("SELECT 1");
  },
} as const satisfies Record<string, Write>;

export type MannerName = keyof typeof manners;

const strange = Object.keys(manners).slice(1) as MannerName[];

/** The manner of the first call for an event of this order: each strange one for one of `every` orders. */
export function mannerOf(order: string, every: number): MannerName {
  return strange[Number(/\d+/.exec(order)?.[0] ?? 0) % every] ?? "plain";
}

/** Whether the router refuses what the hook does to its transaction. */
export const isRefused = (manner: MannerName): boolean => ["commits", "wraps", "unheard"].includes(manner);

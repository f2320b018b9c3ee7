import { setTimeout as pause } from "node:timers/promises";
import type { HookContext } from "@ventanilla/express";

/** The call of a hook, with what it needs of its engine: see `dialects.ts`. */
interface Hook {
  query: HookContext["transaction"]["query"];
  event: string;
  /** The number of its connection. */
  backend: number | undefined;
  impatient: string;
  smuggled: readonly string[];
}

/** Writes a hook's effect, whose statement and values are given: how it treats the router's transaction. */
type Write = (hook: Hook, effect: string, values: unknown[]) => Promise<void>;

const broken = (): never => {
  throw new Error("the printer is out of paper");
};

/** By its name, what a hook does in its first call for an event. */
export const manners = {
  async plain({ query }, effect, values) {
    await query(effect, values);
  },
  /** As an ORM does for a transaction in a transaction. What it takes back must not be there. */
  async savepoint({ query }, effect, values) {
    await query("SAVEPOINT outer_one");
    await query(effect, values);
    await query("SAVEPOINT inner_one");
    await query(effect, values);
    await query("ROLLBACK TO SAVEPOINT outer_one");
    await query(effect, values);
    await query("RELEASE SAVEPOINT outer_one");
  },
  async commits({ query }, effect, values) {
    await query(effect, values);
    await query("COMMIT");
    broken();
  },
  /** The shop's helper for transactions. */
  async wraps({ query }, effect, values) {
    await query("BEGIN");
    await query(effect, values);
    await query("COMMIT");
  },
  /** Does not look whether its COMMIT was taken, and succeeds. */
  async unheard({ query }, effect, values) {
    await query(effect, values);
    await query("commit").catch(() => {});
  },
  async smuggles({ query, smuggled }, effect, values) {
    await query(effect, values);
    for (const text of smuggled) await query(text);
    broken();
  },
  /** Its process is stopped in the hook: the server ends a transaction of a process that sleeps. */
  async stops({ query, event, backend, impatient }, effect, values) {
    await query(impatient);
    await query(effect, values);
    await new Promise((resolve) => process.send?.({ event, backend }, resolve));
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

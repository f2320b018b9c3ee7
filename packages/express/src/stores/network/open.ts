import { setTimeout as pause } from "node:timers/promises";
import { ArgumentError } from "@ventanilla/client";
import { type HookConnection, openDelivery } from "../open-delivery.ts";
import { storeOn } from "../sql/open-store.ts";
import { type Answer, type Database, DuplicateError, type Program, runLater, textIn } from "../sql/program.ts";
import type { Store, StoreClock } from "../store.ts";
import { makeClock, type Reading } from "./clock.ts";
import { type Connections, type HeldConnection, longFactor, makeConnections } from "./connections.ts";
import type { Engine } from "./engine.ts";
import { migrate } from "./migrate.ts";
import { slotsOf } from "./slots.ts";

/** Options of a store that is reached over a network. */
export interface NetworkOptions {
  /**
   * How long a measurement of the database's clock is used, in milliseconds. 0: every call of `now()` asks the
   * database. Default: 30,000.
   */
  clockTrustedMs?: number;
  /**
   * How long to wait for a connection of the pool, and then for the answer to a statement, in milliseconds. After it
   * the call rejects, and a connection that gave no answer is closed. The statements of a hook's `transaction` and
   * migrations get six times as long. Default: 10,000; at most 300,000.
   */
  deadlineMs?: number;
  /** For tests: the clock of the store, instead of the database's. */
  clock?: StoreClock;
}

/** More is most likely a mistake in the unit. */
const maxDeadlineMs = 300_000;

/**
 * Opens a store on a pool of the caller's, which stays open when the store is closed.
 * @throws ArgumentError naming the option that is out of its range
 */
export function openOn(engine: Engine, options: NetworkOptions): Store {
  const { clockTrustedMs = 30_000, deadlineMs = 10_000, clock } = options;
  if (!(Number.isFinite(clockTrustedMs) && clockTrustedMs >= 0)) {
    throw new ArgumentError(`${engine.name}: clockTrustedMs: expected milliseconds, 0 or more`);
  }
  if (!(deadlineMs >= 1 && deadlineMs <= maxDeadlineMs)) {
    throw new ArgumentError(`${engine.name}: deadlineMs: expected milliseconds between 1 and ${maxDeadlineMs}`);
  }
  const connections = makeConnections(engine, deadlineMs);
  const now = clock ? async () => clock.now() : makeClock(() => readClock(engine, connections), clockTrustedMs);
  return storeOn(databaseOn(engine, connections, now, longFactor * deadlineMs));
}

const maxTries = 20;

/** A database over a network, as the statements of a store see it. */
function databaseOn(engine: Engine, { take, use }: Connections, now: () => Promise<number>, longMs: number): Database {
  const { name, meaningOf } = engine;
  const takeSlot = slotsOf(engine.pool, engine.max, name);

  /** Runs it again while the engine undoes it for another transaction. */
  async function run<T>(work: (connection: HeldConnection) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await use(work);
      } catch (error) {
        if (meaningOf(error) === "duplicate") throw new DuplicateError(error);
        if (meaningOf(error) !== "undone" || tries >= maxTries) throw explained(engine, error);
        await pause(Math.random() * 5 * tries);
      }
    }
  }

  /** Refuses what another one could undo: a statement by itself is written once it has its answer. */
  const once = <T>(steps: () => Program<T>): Promise<T> =>
    run(({ ask }) =>
      runLater(steps(), async (statements) => {
        const answers = await ask(statements);
        if (answers.every(({ isOpen }) => !isOpen)) return answers;
        throw new Error(`${name}: the pool gave a connection on which somebody has left a transaction open`);
      }),
    );
  return {
    read: once,
    write: once,
    transaction: (steps) => run((connection) => inTransaction(connection, steps)),
    now,
    async begin(delivered) {
      const releaseSlot = await takeSlot(longMs);
      try {
        return await openDelivery(hookOn(engine, await take(), { longMs, releaseSlot }), delivered, now);
      } catch (error) {
        releaseSlot();
        throw explained(engine, error);
      }
    },
    inHook: ({ text, values }) => engine.inHook({ text: textIn(engine, text), values }),
    migrate: (versions, own) => migrate(use, engine, longMs, versions, own),
  };
}

async function inTransaction<T>(connection: HeldConnection, steps: () => Program<T>): Promise<T> {
  let begins = true;
  try {
    const result = await runLater(steps(), (statements) => {
      const asked = connection.ask(statements, begins);
      begins = false;
      return asked;
    });
    await connection.query("COMMIT");
    return result;
  } catch (error) {
    // A connection that has rolled back is well. Another one is closed, and the server rolls back.
    await connection.query("ROLLBACK").then(() => connection.release(), connection.release);
    throw error;
  }
}

/** A connection for a hook's transaction. If it breaks, or cannot roll back, the server undoes all. */
function hookOn(
  { beginHook: begin, afterHook, codeOf, controls }: Engine,
  { ask, query, release }: HeldConnection,
  { longMs, releaseSlot }: { longMs: number; releaseSlot(): void },
): HookConnection {
  return {
    begin,
    exec: (text) => query(text),
    ask: async (statement) => ((await ask([statement])) as [Answer])[0],
    run: async (text, values) => (await query(text, values, longMs)).rows,
    codeOf,
    controls,
    undo: async () => void (await query("ROLLBACK").catch(release)),
    async onEnd() {
      try {
        for (const text of afterHook) await query(text);
        release();
      } catch (error) {
        release(error as Error);
      }
      releaseSlot();
    },
  };
}

/** An error about missing tables says what to do. */
function explained({ name, meaningOf }: Engine, error: unknown): unknown {
  if (meaningOf(error) !== "missing") return error;
  const both = "`await store.migrate()` or `npx -p @ventanilla/express ventanilla migrate`";
  const message = `${name}: tables missing or outdated: run ${both}; a package's are made by its own \`migrate()\``;
  return new Error(message, { cause: error });
}

/** Reads the database's clock: the wait for a connection is not part of the measured time. */
function readClock(
  { name, readClock: text, encoding: { setting, expected } }: Engine,
  { use }: Connections,
): Promise<Reading> {
  return use(async ({ query }) => {
    const before = performance.now();
    const { rows } = await query(text);
    const after = performance.now();
    const [{ now, encoding } = {}] = rows as { now?: unknown; encoding?: string }[];
    if (encoding === expected) return { now: Number(now), before, after };
    throw new Error(`${name}: the ${setting} of the pool's connections is ${encoding}: expected ${expected}`);
  });
}

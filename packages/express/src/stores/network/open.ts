import { setTimeout as pause } from "node:timers/promises";
import { expectThat, refuseUnknownNames } from "@ventanilla/web";
import { type HookConnection, openDelivery } from "../open-delivery.ts";
import { MissingError, migration, versionIn } from "../sql/migrate.ts";
import { storeOn } from "../sql/open-store.ts";
import { type Answer, type Database, DuplicateError, type Program, runLater, type SqlStore } from "../sql/program.ts";
import type { StoreClock } from "../store.ts";
import { makeClock } from "./clock.ts";
import { type Connections, type HeldConnection, makeConnections } from "./connections.ts";
import { type Engine, meaningOf } from "./engine.ts";
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
/** The factor for the deadline of a statement that reads every row, or that is not the store's own. */
const longFactor = 6;
/** How often what the engine has undone for another transaction is run. */
const maxTries = 20;

/**
 * Opens a store on a pool of the caller's, which stays open when the store is closed.
 * @param own the name of the engine's own option
 * @throws ArgumentError naming the option that is unknown, or out of its range
 */
export function openOn(engine: Engine, options: NetworkOptions, own: string): SqlStore {
  const { name } = engine;
  refuseUnknownNames(name, options, [own, "clockTrustedMs", "deadlineMs", "clock"]);
  const { clockTrustedMs = 30_000, deadlineMs = 10_000, clock } = options;
  const isTrusted = Number.isFinite(clockTrustedMs) && clockTrustedMs >= 0;
  expectThat(isTrusted, `${name}: clockTrustedMs`, "milliseconds, 0 or more");
  const isDeadline = deadlineMs >= 1 && deadlineMs <= maxDeadlineMs;
  expectThat(isDeadline, `${name}: deadlineMs`, `milliseconds between 1 and ${maxDeadlineMs}`);
  const longMs = longFactor * deadlineMs;
  const { take, use } = makeConnections(engine, deadlineMs);
  const enter = slotsOf(engine, longMs);
  const now = clock ? async () => clock.now() : makeClock(engine, use, clockTrustedMs);

  /** Runs it again while the engine undoes it for another transaction. */
  async function run<T>(work: (connection: HeldConnection) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await use(work);
      } catch (error) {
        if (meaningOf(engine, error) !== "undone" || tries >= maxTries) throw error;
        await pause(Math.random() * 5 * tries);
      }
    }
  }

  const once = <T>(steps: () => Program<T>): Promise<T> => run((connection) => one(engine, connection, steps()));
  return storeOn({
    read: once,
    write: once,
    transaction: (steps) => run((connection) => transaction(engine, connection, steps())),
    now,
    async begin(delivered) {
      const leave = await enter();
      const connection = await take().catch((error: unknown) => {
        leave();
        throw error;
      });
      return openDelivery(hookOn(engine, connection, longMs, leave), delivered, now);
    },
    migrate: makeMigrate(engine, use, longMs),
  });
}

/** Refuses what another one could undo: a statement by itself is written once it has its answer. */
const one = <T>({ name }: Engine, { ask }: HeldConnection, steps: Program<T>): Promise<T> =>
  runLater(steps, async (statements) => {
    const answers = await ask(statements);
    if (answers.every(({ isOpen }) => !isOpen)) return answers;
    throw new Error(`${name}: the pool gave a connection on which somebody has left a transaction open`);
  });

async function transaction<T>(engine: Engine, connection: HeldConnection, steps: Program<T>): Promise<T> {
  const { ask, query, release } = connection;
  let { begin } = engine;
  try {
    const result = await runLater(steps, (statements) => {
      const asked = ask(statements, begin);
      begin = [];
      return asked;
    });
    await query("COMMIT");
    return result;
  } catch (error) {
    // A connection that has rolled back is well. Another one is closed, and the server rolls back.
    await query("ROLLBACK").then(() => release(), release);
    throw error;
  }
}

/** A connection for a hook's transaction. If it breaks, or cannot roll back, the server undoes all. */
function hookOn(
  engine: Engine,
  { ask, query, release }: HeldConnection,
  longMs: number,
  leave: () => void,
): HookConnection {
  const { begin, beginHook, endHook, notCode, controls } = engine;
  return {
    begin: [...begin, ...beginHook],
    ask: async (statement) => ((await ask([statement])) as [Answer])[0],
    run: (text, values) => query(text, values, longMs),
    notCode,
    controls,
    undo: async () => void (await query("ROLLBACK").catch(release)),
    async onEnd() {
      try {
        for (const text of endHook) await query(text);
        release();
      } catch (error) {
        release(error as Error);
      }
      leave();
    },
  };
}

/** Makes what applies the versions that the database lacks. One process migrates at a time. */
function makeMigrate(engine: Engine, use: Connections["use"], longMs: number): Database["migrate"] {
  const { name, types, lock, unlock } = engine;
  const database = `${name}: the database`;
  return async function migrate(tables, texts) {
    const known = versionIn(database, texts.length, tables);
    const before = await use(({ ask }) => runLater(known, ask)).catch((error: unknown) => {
      if (error instanceof MissingError) return 0;
      throw error;
    });
    if (before === texts.length) return [];
    return use(async ({ ask, query }) => {
      const seconds = Math.ceil(longMs / 3000);
      for (const text of lock(seconds)) {
        const [{ locked = 1 } = {}] = (await query(text)).rows as { locked?: unknown }[];
        if (Number(locked) === 1) continue;
        throw new Error(`${name}: another process migrates the database, and has not ended within ${seconds} s`);
      }
      const applied = await runLater(migration(database, types, texts, tables), (statements) =>
        ask(statements).catch((error: unknown) => {
          // Where the engine commits each statement by itself, a process that has ended has left some.
          if (error instanceof DuplicateError || meaningOf(engine, error) === "made") return [{ rows: [], changes: 0 }];
          throw error;
        }),
      );
      await query(unlock);
      return applied;
    }, longMs);
  };
}

import { setTimeout as pause } from "node:timers/promises";
import { type Database, type DeliveredEvent, DuplicateError, type Program, runLater } from "../sql/program.ts";
import type { Delivery } from "../store.ts";
import type { StoreClock } from "../store-clock.ts";
import { makeClock, type Reading } from "./clock.ts";
import { beginDelivery } from "./delivery.ts";
import { type Connections, type HeldConnection, longFactor } from "./pool.ts";
import type { HookSlots } from "./slots.ts";

/** What an error of the database says. */
type Refusal = "duplicate" | "again" | undefined;

/** What differs between the engines that are reached over a network. */
export interface Engine extends Pick<Database, "prefix" | "using"> {
  connections: Connections;
  slots: HookSlots;
  deadlineMs: number;
  /** Begins a hook's transaction. */
  beginHook: readonly string[];
  /** Statements that would end it, beside those that would in any engine. */
  controls?: RegExp;
  /** What is run after it, before the connection goes back to the pool. */
  afterHook: readonly string[];
  /** The statement that reads the clock, as `now` in milliseconds. */
  readClock: string;
  /** Instead of the database's. */
  clock: StoreClock | undefined;
  clockTrustedMs: number;
  /** Whether a unique key refused the write, or the transaction was undone for another one and can be run again. */
  refusalOf(error: unknown): Refusal;
  /** Replaces an error by one that says what to do. */
  explain(error: unknown): unknown;
}

const maxTries = 20;

/** Runs steps, and runs them again while the engine undoes them for another transaction. */
function runnersOf({ connections, refusalOf, explain }: Engine) {
  async function run<T>(steps: () => Program<T>): Promise<T> {
    try {
      return await connections.use((connection) => runLater(steps(), (statement) => connection.ask(statement)));
    } catch (error) {
      throw refusalOf(error) === "duplicate" ? new DuplicateError(error) : explain(error);
    }
  }

  /** Runs it again while the engine undoes it for another transaction. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (refusalOf(error) !== "again" || tries >= maxTries) throw error;
        await pause(Math.random() * 5 * tries);
      }
    }
  }

  const inTurn = <T>(steps: () => Program<T>): Promise<T> => again(() => run(steps));

  /** The connection is well when a transaction was undone, and goes back to the pool. */
  async function inTransaction<T>(
    connection: HeldConnection,
    steps: () => Program<T>,
  ): Promise<{ result: T } | { error: unknown }> {
    try {
      let ask = connection.askFirst;
      const result = await runLater(steps(), (statement) => {
        const asked = ask(statement);
        ask = connection.ask;
        return asked;
      });
      await connection.query("COMMIT", []);
      return { result };
    } catch (error) {
      // A connection that cannot roll back is closed, and the server rolls back.
      await connection.query("ROLLBACK", []).catch(connection.release);
      return { error };
    }
  }

  return {
    once: inTurn,
    inTransaction: <T>(steps: () => Program<T>): Promise<T> =>
      again(async () => {
        const ended = await connections.use((connection) => inTransaction(connection, steps));
        if ("result" in ended) return ended.result;
        throw refusalOf(ended.error) === "duplicate" ? new DuplicateError(ended.error) : explain(ended.error);
      }),
  };
}

/** A database over a network, as the statements of a store see it. */
export function databaseOn(engine: Engine): Database {
  const { clock, connections, slots, deadlineMs, explain } = engine;
  const now = clock ? async () => clock.now() : makeClock(() => readClock(engine), engine.clockTrustedMs);
  const { once, inTransaction } = runnersOf(engine);
  return {
    prefix: engine.prefix,
    using: engine.using,
    skipLocked: "FOR UPDATE SKIP LOCKED",
    read: once,
    write: once,
    transaction: inTransaction,
    now,
    async begin(delivered: DeliveredEvent): Promise<Delivery | undefined> {
      const releaseSlot = await slots.take(longFactor * deadlineMs);
      try {
        const connection = await connections.take();
        const onEnd = releaseSlot;
        const held = {
          begin: engine.beginHook,
          after: engine.afterHook,
          controls: engine.controls,
          queryDeadlineMs: longFactor * deadlineMs,
          now,
          onEnd,
        };
        return await beginDelivery(connection, delivered, held);
      } catch (error) {
        releaseSlot();
        throw explain(error);
      }
    },
  };
}

/** Reads the database's clock: the wait for a connection is not part of the measured time. */
function readClock({ connections, readClock: text }: Engine): Promise<Reading> {
  return connections.use(async (connection) => {
    const before = performance.now();
    const { rows } = await connection.ask({ text, values: [] });
    const after = performance.now();
    return { now: Number((rows as { now: unknown }[])[0]?.now), before, after };
  });
}

import type { Delivery } from "../store.ts";
import { type Connections, longFactor, makeConnections, type PostgresConnection } from "./connection.ts";
import { beginDelivery } from "./delivery.ts";
import { isMissing } from "./migrations.ts";
import { explainText, type Postgres } from "./query.ts";
import { type HookSlots, slotsOf } from "./slots.ts";

/** The database of a store: statements with a deadline, and errors that say what to do. */
export class Database {
  /** How long a statement that reads every row, or that is not the store's own, may take, in milliseconds. */
  readonly longDeadlineMs: number;
  readonly #deadlineMs: number;
  readonly #connections: Connections;
  readonly #slots: HookSlots;

  constructor(pool: Postgres, deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
    this.longDeadlineMs = longFactor * deadlineMs;
    this.#connections = makeConnections(pool, deadlineMs);
    this.#slots = slotsOf(pool);
  }

  /** Runs the work on a connection. */
  async use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    try {
      return await this.#connections.use(work);
    } catch (error) {
      throw explainMissing(error);
    }
  }

  /**
   * Runs one statement; returns its rows.
   * @param values the parameters by name, `$1` first: the names are for error messages only
   */
  async ask<Row>(
    text: string,
    values: Record<string, unknown> = {},
    deadlineMs: number = this.#deadlineMs,
  ): Promise<Row[]> {
    try {
      const parameters = Object.values(values).map(parameterOf);
      const { rows } = await this.use(({ query }) => query(text, parameters, deadlineMs));
      return rows as Row[];
    } catch (error) {
      throw explainText(error, values);
    }
  }

  /** Runs one statement of a migration. An error about missing tables stays as it is: `migrate()` expects it. */
  async migrate(text: string, values?: unknown[]): Promise<unknown[]> {
    const { rows } = await this.#connections.use(({ query }) => query(text, values, this.longDeadlineMs));
    return rows;
  }

  /** Begins a transaction in which the claimed event is delivered; `undefined` when the lease was lost. */
  async openDelivery(event: string, fence: number): Promise<Delivery | undefined> {
    try {
      const releaseSlot = await this.#slots.take(this.longDeadlineMs);
      const connection = await this.#connections.take().catch((error: unknown) => {
        releaseSlot();
        throw error;
      });
      return await beginDelivery(connection, releaseSlot, { event, fence, queryDeadlineMs: this.longDeadlineMs });
    } catch (error) {
      throw explainMissing(error);
    }
  }
}

/** Objects are sent as JSON. */
function parameterOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** Replaces an error about missing tables by one that says what to do. */
function explainMissing(error: unknown): unknown {
  if (!isMissing(error)) return error;
  return new Error(
    "postgresStore: database schema missing or outdated: run `await store.migrate()` " +
      "or `npx -p @ventanilla/express ventanilla migrate`",
    { cause: error },
  );
}

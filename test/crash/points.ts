import { tracingChannel } from "node:diagnostics_channel";
import type { MysqlPool } from "@ventanilla/express/mysql";
import type { PostgresPool } from "@ventanilla/express/postgres";
import type { Delivery, Store } from "@ventanilla/express/store";

/** Counts what a process does that another could come in between, and kills it where it is told to. */
export interface Points {
  /** The names of the points passed so far, in order. */
  readonly passed: string[];
  /** Passes a point, or dies at it. */
  pass(name: string): void;
  /** Dies at the nth point from now on, 0 being the next. */
  dieAt(point: number): void;
}

/** @param dying told of the point that the process dies at, the last thing it does */
export function makePoints(dying: (name: string) => void): Points {
  const passed: string[] = [];
  let fatal = Number.POSITIVE_INFINITY;
  const points: Points = {
    passed,
    pass(name) {
      passed.push(name);
      if (passed.length - 1 !== fatal) return;
      dying(name);
      process.kill(process.pid, "SIGKILL");
    },
    dieAt: (point) => (fatal = passed.length + point),
  };
  // A call of the bank: it was sent and answered, and nobody here has heard the answer yet.
  for (const name of ["session", "submit", "query"]) {
    tracingChannel(`ventanilla:${name}`).asyncStart.subscribe(() => points.pass(`bank: ${name}`));
  }
  return points;
}

/** The store, with a point after each call, before its caller hears of it. */
export function withPoints(store: Store, { pass }: Points): Store {
  const after =
    (name: string, method: (...values: never[]) => Promise<unknown>) =>
    async (...values: never[]) => {
      const result = await method(...values);
      pass(name);
      return result;
    };
  const wrapped = <T extends object>(target: T, prefix: string): T =>
    Object.fromEntries(
      Object.entries(target).map(([name, method]) => [name, after(`${prefix}${name}`, method as typeof store.now)]),
    ) as T;
  // These leave no trace: whoever is killed after them might as well have been killed before.
  const { now, lostFile, close } = store;
  return {
    ...wrapped(store, ""),
    now,
    lostFile,
    close,
    shop(scope) {
      const shop = store.shop(scope);
      const methods = wrapped(shop, "");
      return {
        ...methods,
        now,
        lostFile,
        async openDelivery(event, fence): Promise<Delivery | undefined> {
          const delivery = await methods.openDelivery(event, fence);
          return delivery && wrapped(delivery, "transaction.");
        },
      };
    },
  };
}

/** The point after a statement: its verb, and the table that it names. */
const pointOf = (text: string): string => {
  const [verb = ""] = /^\w+/.exec(text) ?? [];
  const [, table = ""] = /(?<!SAVEPOINT )ventanilla[._](\w+)/.exec(text) ?? [];
  return `${verb} ${table}`.trim();
};

const pointed =
  <Result>(query: (text: string, values?: unknown[]) => Promise<Result>, { pass }: Points) =>
  async (text: string, values?: unknown[]): Promise<Result> => {
    const result = await query(text, values);
    pass(pointOf(text));
    return result;
  };

/** The pool, with a point after each statement of a store. */
export function withPostgresPoints(pool: PostgresPool, points: Points): PostgresPool {
  return {
    ...(pool.options && { options: pool.options }),
    async connect() {
      const client = await pool.connect();
      return {
        query: pointed((text, values) => client.query(text, values), points),
        release: (error) => client.release(error),
      };
    },
  };
}

/** The pool, with a point after each statement of a store. */
export function withMysqlPoints(pool: MysqlPool, points: Points): MysqlPool {
  return {
    ...(pool.pool && { pool: pool.pool }),
    async getConnection() {
      const connection = await pool.getConnection();
      return {
        query: pointed((text, values) => connection.query(text, values), points),
        release: () => connection.release(),
        destroy: () => connection.destroy(),
      };
    },
  };
}

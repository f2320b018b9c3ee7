import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import { startMariaDb } from "../mariadb.ts";
import { startPostgres } from "../postgres.ts";
import { dialectOf } from "./dialects.ts";

/** The database of a shop, whose clock can be moved. */
export interface ChaosDatabase {
  /** For the stores of the shop's processes, whose connections are cut. */
  url: string;
  /** For what else the processes keep there. */
  safeUrl: string;
  /** Before the names of the store's tables. */
  prefix: string;
  /** Runs a statement with `?` for each value. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Moves the clock on. */
  pass(ms: number): Promise<void>;
  /** How much is due, and how many transactions the processes have open. */
  waiting(): Promise<number>;
  /** Whether a connection has a transaction open. */
  isOpen(backend: number): Promise<boolean>;
  /** Cuts two connections of stores: those that work first, an idle one is hardly missed. */
  cut(): Promise<{ backend: number; isAtWork: boolean }[]>;
  stop(): Promise<void>;
}

/** The processes keep these, in the same database. The latest price of an order holds. */
const books = [
  "CREATE TABLE clock (ahead BIGINT NOT NULL)",
  "INSERT INTO clock VALUES (0)",
  "CREATE TABLE prices (number SERIAL PRIMARY KEY, order_id VARCHAR(255) NOT NULL, cents INTEGER NOT NULL)",
  `CREATE TABLE diary (number SERIAL PRIMARY KEY, event VARCHAR(255) NOT NULL, process INTEGER NOT NULL,
     manner VARCHAR(20) NOT NULL, clock DOUBLE PRECISION NOT NULL, backend INTEGER, ended VARCHAR(10))`,
  "CREATE INDEX diary_event ON diary (event)",
  "CREATE TABLE fulfilments (event VARCHAR(255) NOT NULL, order_id VARCHAR(255) NOT NULL, entry INTEGER NOT NULL)",
  "CREATE INDEX fulfilments_entry ON fulfilments (entry)",
];

/** How many rows are due. The clock is read once, not for every row. */
const dueIn = (prefix: string, now: string): string =>
  ["attempts", "outbox"]
    .map((table) => `(SELECT count(*) FROM ${prefix}${table} WHERE due_at <= (SELECT ${now}))`)
    .join(" + ");

/**
 * The store's clock is the database's: a function of the same name, which is found first, adds what has passed.
 * @see https://www.postgresql.org/docs/current/ddl-schemas.html#DDL-SCHEMAS-CATALOG
 */
const movedPostgres = [
  "CREATE SCHEMA moved",
  `CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
     $fn$ SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM public.clock) * interval '1 ms' $fn$`,
];

async function postgres(): Promise<ChaosDatabase> {
  const server = await startPostgres();
  const { url, pool } = await server.database();
  await postgresStore(pool).migrate();
  for (const text of [...books, ...movedPostgres]) await pool.query(text);
  const name = new URL(url).pathname.slice(1);
  await pool.query(`ALTER DATABASE ${name} SET search_path = moved, public, pg_catalog`);
  const { own } = dialectOf(url);
  const query = async <Row>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await pool.query(own(text), values)).rows;
  const ofShop = "FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'shop-%'";
  const waiting = `SELECT ${dueIn("ventanilla.", "extract(epoch FROM moved.clock_timestamp()) * 1000")}
    + (SELECT count(*) ${ofShop} AND state LIKE '%in transaction%') AS n`;
  return {
    url,
    safeUrl: url,
    prefix: "ventanilla.",
    query,
    pass: async (ms) => void (await query("UPDATE public.clock SET ahead = ahead + ?", [ms])),
    waiting: async () => Number((await query<{ n: string }>(waiting))[0]?.n),
    isOpen: async (backend) =>
      (await query("SELECT 1 FROM pg_stat_activity WHERE pid = ? AND state LIKE '%in transaction%'", [backend]))
        .length > 0,
    cut: () =>
      query(`SELECT pid AS backend, state <> 'idle' AS "isAtWork"
        FROM (SELECT pid, state ${ofShop} ORDER BY state = 'idle', random() LIMIT 2) AS chosen
        WHERE pg_terminate_backend(pid)`),
    stop: () => server.stop(),
  };
}

const movedMariaDb = [
  `CREATE FUNCTION moved_sysdate() RETURNS DATETIME(3) READS SQL DATA
     RETURN SYSDATE(3) + INTERVAL (SELECT ahead FROM clock) * 1000 MICROSECOND`,
  // By its name, its connections are told from those that nobody cuts.
  "CREATE USER shop",
  "GRANT ALL ON *.* TO shop",
];

async function mariadb(): Promise<ChaosDatabase> {
  const server = await startMariaDb({ own: true });
  const { url: safeUrl, pool } = await server.database();
  await mysqlStore(pool).migrate();
  for (const text of [...books, ...movedMariaDb]) await pool.query(text);
  const query = async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values))[0] as Row[];
  const waiting = `SELECT ${dueIn("ventanilla_", "UNIX_TIMESTAMP(moved_sysdate()) * 1000")}
    + (SELECT count(*) FROM information_schema.innodb_trx WHERE trx_mysql_thread_id <> CONNECTION_ID()) AS n`;
  return {
    url: safeUrl.replace("root@", "shop@"),
    safeUrl,
    prefix: "ventanilla_",
    query,
    pass: async (ms) => void (await query("UPDATE clock SET ahead = ahead + ?", [ms])),
    waiting: async () => Number((await query<{ n: unknown }>(waiting))[0]?.n),
    isOpen: async (backend) =>
      (await query("SELECT 1 FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = ?", [backend])).length > 0,
    async cut() {
      const chosen = await query<{ backend: number; isAtWork: number }>(
        `SELECT p.id AS backend, p.command <> 'Sleep' OR t.trx_id IS NOT NULL AS isAtWork
         FROM information_schema.processlist p
         LEFT JOIN information_schema.innodb_trx t ON t.trx_mysql_thread_id = p.id
         WHERE p.user = 'shop' ORDER BY isAtWork DESC, RAND() LIMIT 2`,
      );
      for (const { backend } of chosen) await query(`KILL ${backend}`).catch(() => {});
      return chosen.map(({ backend, isAtWork }) => ({ backend, isAtWork: isAtWork === 1 }));
    },
    stop: () => server.stop(),
  };
}

/** Opens the database of a run. */
export const databases = { postgres, mariadb };

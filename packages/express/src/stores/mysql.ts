import { expectThat } from "@ventanilla/web";
import type { Connection, Engine, Meaning } from "./network/engine.ts";
import { type NetworkOptions, openOn } from "./network/open.ts";
import type { Answer, SqlStore } from "./sql/program.ts";
import type { TypeNames } from "./sql/tables.ts";

/** A pool of connections to MySQL or MariaDB: that of `mysql2/promise`, or one with the same methods. */
export interface MysqlPool {
  /** Gives a connection. */
  getConnection(): Promise<MysqlConnection>;
  /** How many connections it has at most: hooks leave two of them free. Absent: it does not say. */
  pool?: { config?: { connectionLimit?: number } };
}

/** A connection of the pool. `release` gives it back, `destroy` closes it. */
export interface MysqlConnection {
  /** Runs one statement with parameters `?`. */
  query(text: string, values?: unknown[]): Promise<[unknown, ...unknown[]]>;
  /** Gives it back to the pool. */
  release(): void;
  /** Closes it, in the middle of whatever it does. */
  destroy(): void;
}

/** Options of {@link mysqlStore}. */
export interface MysqlOptions extends NetworkOptions {
  /** The beginning of the names of the tables, at most 40 small letters, digits and `_`. Default: `ventanilla_` */
  prefix?: string;
}

const name = "mysqlStore";

const types: TypeNames = {
  serial: "BIGINT PRIMARY KEY AUTO_INCREMENT",
  int: "BIGINT",
  text: (length) => (length === undefined ? "LONGTEXT" : `VARCHAR(${length})`),
  // Compared byte by byte: another collation takes "a" for "A", and "a" for "a ". MariaDB reads the first comment, MySQL the other.
  options:
    " ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */",
  hasPartialIndexes: false,
};

/**
 * By number: ER_NO_SUCH_TABLE; ER_DUP_ENTRY; ER_TABLE_EXISTS_ERROR and ER_DUP_KEYNAME; ER_LOCK_DEADLOCK, ER_CHECKREAD and
 * ER_LOCK_WAIT_TIMEOUT.
 */
const meanings: Record<number, Meaning> = {
  1146: "missing",
  1062: "duplicate",
  1050: "made",
  1061: "made",
  1213: "undone",
  1020: "undone",
  1205: "undone",
};

/**
 * Keeps attempts and events in tables of a MySQL (8.0 or newer) or MariaDB (10.6 or newer) database, for any number of
 * processes and machines. All times are those of the database.
 *
 * Call `await store.migrate()` (or `npx -p @ventanilla/express ventanilla migrate`) once for each version: it creates
 * the tables. `close()` leaves the pool open.
 * @param pool a pool of `mysql2/promise`, or one with the same methods
 * @param options deadlines, and the beginning of the tables' names
 * @returns the store, for the option `store` of `ventanilla()`
 * @throws ArgumentError when `pool` has no `getConnection`, or an option is unknown or out of its range
 * @see docs/guide/stores.md#mysql-and-mariadb
 * @example
 * const pool = mysql.createPool(process.env.DATABASE_URL);
 * const store = mysqlStore(pool);
 * await store.migrate();
 */
export function mysqlStore(pool: MysqlPool, options: MysqlOptions = {}): SqlStore {
  const isPool = typeof (pool as Partial<MysqlPool> | undefined)?.getConnection === "function";
  expectThat(isPool, `${name}(pool)`, "a pool of mysql2/promise, or another one with getConnection()");
  const { prefix = "ventanilla_" } = options;
  expectThat(/^[a-z0-9_]{0,40}$/.test(prefix), `${name}: prefix`, "at most 40 small letters, digits and _");
  // The server has one lock of a name for all its databases.
  const lock = `MD5(CONCAT(DATABASE(), '.${prefix}migrate'))`;
  const engine: Engine = {
    name,
    prefix,
    types,
    using: (index) => `FORCE INDEX (${index})`,
    pool,
    max: pool.pool?.config?.connectionLimit,
    connect: async () => connectionOn(await pool.getConnection()),
    begin: ["SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "START TRANSACTION"],
    // The server ends a transaction whose process is stopped: it would keep the event locked for as long.
    beginHook: ["SET SESSION wait_timeout = 20"],
    endHook: ["SET SESSION wait_timeout = DEFAULT"],
    textOf: (hex) => `_utf8mb4 X'${hex}'`,
    notCode,
    controls: committing,
    readClock: `SELECT CAST(FLOOR(UNIX_TIMESTAMP(SYSDATE(3)) * 1000) AS SIGNED) AS now,
      IF(@@character_set_client = 'utf8mb4', @@character_set_results, @@character_set_client) AS encoding`,
    encoding: "utf8mb4",
    lock: (seconds) => [`SELECT GET_LOCK(${lock}, ${seconds}) AS locked`],
    unlock: `SELECT RELEASE_LOCK(${lock})`,
    meanings,
  };
  return openOn(engine, options, "prefix");
}

/** Statements that commit what was written before them, or lead the connection to a database without the store. */
const committing =
  /^(?:CREATE(?!(?:\s+OR\s+REPLACE)?\s+TEMPORARY\s+TABLE\b)|DROP(?!\s+(?:TEMPORARY|PREPARE)\b)|ALTER|RENAME|TRUNCATE|LOCK|UNLOCK|GRANT|REVOKE|ANALYZE|OPTIMIZE|REPAIR|CHECK|FLUSH|RESET|BACKUP|INSTALL|UNINSTALL|USE|XA|SET\s+PASSWORD|SET\b[\s\S]*\bAUTOCOMMIT)\b/i;

/**
 * What is not code: comments, but for the marks alone around one that the server runs (`/*! COMMIT`), texts, in which a
 * backslash keeps the quote from ending them, and quoted names.
 */
const notCode =
  /--(?=[\0- ]|$)[^\n]*|#[^\n]*|\/\*M?!\d*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`/g;

/** The connections whose transactions the server ends when their process is silent, by the driver's own objects. */
const limited = new WeakSet<object>();
/** MySQL has no such limit. */
const limit = "SET @ventanilla = 1 /*M!, SESSION idle_transaction_timeout = 20 */";

function connectionOn(connection: MysqlConnection & { connection?: object }): Connection {
  const own = connection.connection ?? connection;
  async function query(text: string, values: readonly unknown[] = []): Promise<Answer> {
    const [given] = await connection.query(text, [...values]);
    if (Array.isArray(given)) return { rows: given, changes: 0 };
    const { affectedRows = 0, serverStatus = 0 } = given as { affectedRows?: number; serverStatus?: number };
    return { rows: [given], changes: affectedRows, isOpen: serverStatus % 2 === 1 };
  }
  return {
    async ask(texts) {
      if (!limited.has(own)) await query(limit);
      limited.add(own);
      return Array.fromAsync(texts, (text) => query(text));
    },
    query,
    release: (error) => (error === undefined ? connection.release() : connection.destroy()),
  };
}

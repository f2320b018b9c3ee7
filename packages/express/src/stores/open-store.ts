import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expectThat } from "@ventanilla/web";
import type { SqlStore } from "./sql/program.ts";

// The stores are loaded by the names of their entries: where none of them is wanted, none is read, and packing copies none.

/** What can be opened. */
const kinds = "a SQLite file, postgres://… or mysql://…";

/** Opens a database over a network, by the beginning of its address. */
const pools = new Map([
  ["postgres", postgres],
  ["postgresql", postgres],
  ["mysql", mysql],
  ["mariadb", mysql],
]);

/**
 * Opens the store that a command line names, else the environment: the address of a database or a SQLite file. No
 * message shows an address, which may hold a password.
 * @param named by the option `--store`
 * @param env the environment: `VENTANILLA_STORE`, then `DATABASE_URL`
 * @param options `create`: whether a SQLite file is made when it is missing, by default not; `connections`: at most so
 * many to a database over a network. Default: 2
 * @returns the store; its `close()` closes the pool, too
 * @throws ArgumentError when none is named, or none of these is; Error when it cannot be opened
 * @example
 * const store = await openStore(undefined, process.env, { create: true, connections: 10 });
 */
export async function openStore(
  named: string | undefined,
  env: NodeJS.ProcessEnv,
  { create = false, connections = 2 }: { create?: boolean; connections?: number } = {},
): Promise<SqlStore> {
  const { VENTANILLA_STORE, DATABASE_URL } = env;
  const given = Object.entries({ "--store": named, VENTANILLA_STORE, DATABASE_URL }).find(([, value]) => value);
  const [name, address] = given ?? ["--store", undefined];
  expectThat(!!address, name, `${kinds}, here or in VENTANILLA_STORE or DATABASE_URL`);
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(address)?.[1]?.toLowerCase() ?? "";
  const openPool = pools.get(scheme);
  if (openPool) {
    expectThat(URL.canParse(address), name, `${scheme}://user@host/database`);
    return openPool(address, connections).catch((cause: unknown) => {
      throw new Error(`${name}: ${(cause as Error).message}`, { cause });
    });
  }
  expectThat(!address.includes("://"), name, `${kinds}, got ${scheme}://…`);
  if (!existsSync(address)) {
    // With an @ it may be a mistyped address, with a password.
    const file = address.includes("@") ? "such file" : `file ${resolve(address)}`;
    const hint = "look at its spelling; for a new one, npx -p @ventanilla/express ventanilla migrate";
    if (!create) throw new Error(`${name}: there is no ${file}; ${hint}`);
    expectThat(!/:.*@/.test(address), name, `${kinds}, got an address without its beginning`);
  }
  const { sqliteStore } = await import("@ventanilla/express/sqlite");
  return sqliteStore(address);
}

async function postgres(connectionString: string, max: number): Promise<SqlStore> {
  const { default: pg } = await installed("a Postgres store", "pg", import("pg"));
  const { postgresStore } = await import("@ventanilla/express/postgres");
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 10_000, application_name: "ventanilla" });
  return Object.assign(postgresStore(pool), { close: () => pool.end() });
}

async function mysql(uri: string, connectionLimit: number): Promise<SqlStore> {
  const { createPool } = await installed("a MySQL or MariaDB store", "mysql2", import("mysql2/promise"));
  const { mysqlStore } = await import("@ventanilla/express/mysql");
  const pool = createPool({ uri, connectionLimit });
  return Object.assign(mysqlStore(pool), { close: () => pool.end() });
}

/** The driver of the shop's own that a store needs. */
const installed = <Driver>(store: string, name: string, loading: Promise<Driver>): Promise<Driver> =>
  loading.catch((cause: unknown) => {
    throw new Error(`${store} needs the package ${name}: npm install ${name}`, { cause });
  });

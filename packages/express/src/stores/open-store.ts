import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ArgumentError } from "@ventanilla/client";
import type { Store } from "./store.ts";

// The stores are loaded by the names of their entries: where none of them is wanted, none is read, and packing copies none.

/** What can be opened. */
const kinds = "a SQLite file, postgres://… or mysql://…";

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
): Promise<Store> {
  const [name, address] = Object.entries({
    "--store": named,
    VENTANILLA_STORE: env.VENTANILLA_STORE,
    DATABASE_URL: env.DATABASE_URL,
  }).find(([, value]) => value !== undefined && value !== "") ?? ["--store", undefined];
  if (address === undefined) {
    throw new ArgumentError(`--store: expected ${kinds}, here or in VENTANILLA_STORE or DATABASE_URL`);
  }
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === "postgres" || scheme === "postgresql") return openPostgres(name, address, connections);
  if (scheme === "mysql" || scheme === "mariadb") return openMysql(name, address, connections);
  if (scheme !== undefined && address.includes("://")) {
    throw new ArgumentError(`${name}: expected ${kinds}, got ${scheme}://…`);
  }
  const isMissing = !existsSync(address);
  if (isMissing && !create) {
    const hint = "look at its spelling; for a new one, npx -p @ventanilla/express ventanilla migrate";
    // With an @ it may be a mistyped address, with a password.
    const file = address.includes("@") ? "such file" : `file ${resolve(address)}`;
    throw new Error(`${name}: there is no ${file}; ${hint}`);
  }
  if (isMissing && /:.*@/.test(address)) {
    throw new ArgumentError(`${name}: expected ${kinds}, got an address without its beginning`);
  }
  const { sqliteStore } = await import("@ventanilla/express/sqlite");
  return sqliteStore(address);
}

async function openPostgres(name: string, address: string, max: number): Promise<Store> {
  const { default: pg } = await import("pg").catch((error: unknown) => {
    throw new Error(`${name}: a Postgres store needs the package pg: npm install pg`, { cause: error });
  });
  if (!URL.canParse(address)) throw new ArgumentError(`${name}: expected postgres://user@host/database`);
  const pool = new pg.Pool({
    connectionString: address,
    max,
    connectionTimeoutMillis: 10_000,
    application_name: "ventanilla",
  });
  // The pool replaces a connection that breaks while it is idle.
  pool.on("error", () => {});
  const { postgresStore } = await import("@ventanilla/express/postgres");
  return Object.assign(postgresStore(pool), { close: () => pool.end() });
}

async function openMysql(name: string, address: string, connectionLimit: number): Promise<Store> {
  const { createPool } = await import("mysql2/promise").catch((error: unknown) => {
    throw new Error(`${name}: a MySQL or MariaDB store needs the package mysql2: npm install mysql2`, { cause: error });
  });
  if (!URL.canParse(address)) throw new ArgumentError(`${name}: expected mysql://user@host/database`);
  const pool = createPool({ uri: address, connectionLimit, connectTimeout: 10_000 });
  const { mysqlStore } = await import("@ventanilla/express/mysql");
  return Object.assign(mysqlStore(pool), { close: () => pool.end() });
}

import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import type { Store } from "@ventanilla/express/store";
import { dialectOf } from "./dialects.ts";

/** The database that the processes of a shop share, as each of them uses it. */
interface Shared {
  store: Store;
  /** Runs a statement with `?` for each value, on a connection that nobody cuts. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * Opens it, as a shop does: nobody listens for the errors of the pool.
 * @param url where connections may be cut
 * @param safeUrl where they are not
 * @param clockTrustedMs see `NetworkOptions`
 */
export async function openShared(url: string, safeUrl: string, clockTrustedMs: number): Promise<Shared> {
  if (url.startsWith("mysql:")) return openMariaDb(url, safeUrl, clockTrustedMs);
  const { default: pg } = await import("pg");
  const poolAs = (name: string, connectionString: string) =>
    new pg.Pool({ connectionString, max: 10, application_name: `${name}-${process.pid}` });
  const diary = poolAs("diary", safeUrl);
  const { own } = dialectOf(url);
  return {
    store: postgresStore(poolAs("shop", url), { clockTrustedMs }),
    query: async (text, values) => (await diary.query(own(text), values)).rows,
  };
}

async function openMariaDb(url: string, safeUrl: string, clockTrustedMs: number): Promise<Shared> {
  const { default: mysql } = await import("mysql2/promise");
  const poolAt = (uri: string) => mysql.createPool({ uri, connectionLimit: 10 });
  const pool = poolAt(url);
  const diary = poolAt(safeUrl);
  // No function hides one of the engine's own: the store's clock is read from the one that is moved.
  const moved = {
    pool: pool.pool,
    async getConnection() {
      const connection = await pool.getConnection();
      return {
        query: (text: string, values?: unknown[]) =>
          connection.query(text.replace("SYSDATE(3)", "moved_sysdate()"), values),
        release: () => connection.release(),
        destroy: () => connection.destroy(),
      };
    },
  };
  return {
    store: mysqlStore(moved, { clockTrustedMs }),
    query: async <Row>(text: string, values: unknown[] = []) => (await diary.query(text, values))[0] as Row[],
  };
}

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type PostgresClient, type PostgresPool, postgresStore } from "@ventanilla/express/postgres";
import { type StoreSubject, storeContract } from "@ventanilla/store-contract";
import type pg from "pg";
import { startPostgres } from "../postgres.ts";
import { inPart } from "./decisions/index.ts";
import { emptyTables } from "./emptied.ts";

const server = await startPostgres();

/**
 * What a pooler in transaction mode does: a connection of the server is its client's for one transaction, or for one
 * statement outside of one, and the next time it is another connection.
 */
function poolerOn(connections: readonly pg.PoolClient[]): PostgresPool {
  const free = [...connections];
  const waiting: ((connection: pg.PoolClient) => void)[] = [];

  function give(connection: pg.PoolClient): void {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  }

  function connect(): PostgresClient {
    let own: pg.PoolClient | undefined;
    function giveBack(): void {
      if (own?.getTransactionStatus() !== "I") return;
      give(own);
      own = undefined;
    }
    return {
      async query(text, values) {
        own ??= free.shift() ?? (await new Promise<pg.PoolClient>((resolve) => waiting.push(resolve)));
        const connection = own;
        // The driver rejects before it hears whether the transaction is over: a further message waits for that.
        const heard = (error: unknown) => connection.query("").then(() => Promise.reject(error));
        return connection.query(text, values).catch(heard).finally(giveBack);
      },
      // A client that leaves in the middle of a transaction undoes it.
      release: () => void own?.query("ROLLBACK").finally(giveBack),
    };
  }
  return { connect: async () => connect(), options: { max: 16 } };
}

const { pool } = await server.database({ max: 8 });
const connections = await Promise.all(Array.from({ length: 6 }, () => pool.connect()));
const pooler = poolerOn(connections);
after(async () => {
  for (const connection of connections) connection.release();
  await server.stop();
});

const host = Date.now;
const clock = { now: () => host() + ahead };
let ahead = 0;
const open = () => postgresStore(pooler, { clock });
await open().migrate();

const subject: StoreSubject = {
  name: "Postgres behind a pooler",
  async open() {
    ahead = 0;
    await pool.query(`${emptyTables("ventanilla.").join(";")}; DROP TABLE IF EXISTS shop_shipments`);
    return open();
  },
  again: async () => open(),
  advance(ms) {
    ahead += ms;
  },
  query: async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
};
storeContract(subject, inPart);

test("nothing is left in a connection: no setting, prepared statement, lock, channel or table of its own", async () => {
  const left = `SELECT 'setting' AS what, name FROM pg_settings WHERE source = 'session'
    UNION ALL SELECT 'statement', name FROM pg_prepared_statements
    UNION ALL SELECT 'cursor', name FROM pg_cursors WHERE name <> ''
    UNION ALL SELECT 'lock', locktype FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'
    UNION ALL SELECT 'channel', pg_listening_channels()
    UNION ALL SELECT 'table', relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()`;
  for (const connection of connections) {
    assert.equal(connection.getTransactionStatus(), "I");
    assert.deepEqual((await connection.query(left)).rows, []);
  }
});

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { postgresStore } from "@ventanilla/express/postgres";
import { keptIn, place } from "../../kept.ts";
import { startPostgres } from "../../postgres.ts";
import { stillRouter } from "../../shop.ts";

const server = await startPostgres();
after(() => server.stop());

/** An order that is paid, and a process that has been stopped in its hook, with its transaction open. */
async function stopped(then: string) {
  const { url, pool } = await server.database();
  const store = postgresStore(pool, { clockTrustedMs: 0 });
  await store.migrate();
  await pool.query("CREATE TABLE parcels (order_id text, sender text)");
  await place(store, { state: "approved" });
  const child = fork(fileURLToPath(new URL("hook-stopped-process.ts", import.meta.url)), [url, then], {
    execArgv: ["--conditions=@ventanilla/source"],
  });
  after(() => child.kill("SIGKILL"));
  const said: unknown[] = [];
  child.on("message", (what) => void said.push(what));
  await once(child, "message");
  assert.deepEqual(said, ["begun"]);
  child.kill("SIGSTOP");
  /** The hook's result, after its process goes on. */
  async function goOn(): Promise<unknown[]> {
    child.send("go on");
    child.kill("SIGCONT");
    while (said.length === 1) await once(child, "message");
    return said.slice(1);
  }
  const parcels = async () =>
    (await pool.query<{ sender: string }>("SELECT sender FROM parcels")).rows.map(({ sender }) => sender);
  return { store, pool, goOn, parcels };
}

for (const then of ["writes", "returns", "fails"]) {
  test(`the event of a process that is stopped in its hook is delivered by another one, and only by that when the first one goes on and ${then}`, async () => {
    const { goOn, parcels, pool, store } = await stopped(then);
    const other = stillRouter({
      store,
      async onPaid({ order }, { transaction }) {
        await transaction.query("INSERT INTO parcels VALUES ($1, 'other')", [order]);
      },
    });
    // The server's clock ends the transaction; that has no event here.
    const idle = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";
    while ((await pool.query(idle)).rows.length > 0) await pause(20);
    assert.deepEqual(await other.work(), { attempts: 0, events: 0 });
    await pool.query("UPDATE ventanilla.outbox SET due_at = 0");
    assert.deepEqual(await other.work(), { attempts: 0, events: 1 });
    assert.deepEqual(await parcels(), ["other"]);
    const what = then === "returns" ? "could not be committed" : "failed";
    assert.deepEqual(await goOn(), [{ events: 1, lines: [`a hook ${what}, and another claim has its event`] }]);
    assert.deepEqual(await parcels(), ["other"]);
    assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
    await other.payments.close();
  });

  test(`a process that goes on before anyone has taken its event, and ${then}, has failed, and delivers nothing`, async () => {
    const { goOn, parcels, pool, store } = await stopped(then);
    const idle = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";
    while ((await pool.query(idle)).rows.length > 0) await pause(20);
    const what = then === "returns" ? "could not be committed" : "failed";
    assert.deepEqual(await goOn(), [{ events: 1, lines: [`a hook ${what} and runs again in 5 s`] }]);
    assert.deepEqual(await parcels(), []);
    assert.deepEqual((await keptIn(store).stats()).outbox, { due: 1, dead: 0 });
  });
}

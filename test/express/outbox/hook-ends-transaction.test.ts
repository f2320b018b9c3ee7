import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Hook, HookContext, Options, PaymentEvent } from "@ventanilla/express";
import { postgresStore } from "@ventanilla/express/postgres";
import { change, type SqlStore, sql } from "@ventanilla/express/sql";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Delivery, Store } from "@ventanilla/express/store";
import { deadBankName } from "../../dead-bank.ts";
import { keptIn, place, withShop } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { startPostgres } from "../../postgres.ts";
import { stillRouter } from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const server = await startPostgres();
after(() => server.stop());
const folder = temporaryFolder("ends");
let files = 0;

type Query = HookContext["transaction"]["query"];

/** A store whose clock the test moves. */
interface Engine {
  store: SqlStore;
  sleep(ms: number): void;
}

/** A clock that is moved by its `sleep`. */
function movedClock() {
  let ahead = 0;
  const sleep = (ms: number) => {
    ahead += ms;
  };
  return { clock: { now: () => Date.now() + ahead }, sleep };
}

const engines: Record<string, () => Promise<Engine>> = {
  async SQLite() {
    const { clock, sleep } = movedClock();
    return { store: sqliteStore(join(folder, `${++files}.db`), clock), sleep };
  },
  async Postgres() {
    const { clock, sleep } = movedClock();
    const store = postgresStore((await server.database()).pool, { clock });
    await store.migrate();
    return { store, sleep };
  },
};

/** A shop with one paid order. */
async function shop(store: Store, onPaid: Hook<PaymentEvent>, overrides: Partial<Options> = {}) {
  const logger = keepingLogger();
  const router = stillRouter({ store, logger, onPaid, ...overrides });
  after(() => router.payments.close());
  await place(store, { state: "approved" });
  const lines = () => logger.lines.filter(({ level }) => level !== "info").map(({ message }) => message);
  return { ...router, lines };
}

/** As the shop's helper for transactions does it. */
async function inTransaction(query: Query, work: () => Promise<unknown>): Promise<void> {
  await query("BEGIN");
  try {
    await work();
    await query("COMMIT");
  } catch (error) {
    await query("ROLLBACK");
    throw error;
  }
}

const ship = "INSERT INTO parcels VALUES ('A-1')";
const broken = () => {
  throw new Error("the printer is out of paper");
};

/** What hooks do to a transaction that is not theirs. Each ends it, as far as it can, and then fails or goes on. */
const wrongs: Record<string, (query: Query) => Promise<unknown>> = {
  "commits, and then fails": async (query) => {
    await query(ship);
    await query("COMMIT");
    broken();
  },
  "commits without looking whether that worked, and then fails": async (query) => {
    await query(ship);
    await query("commit").catch(() => {});
    broken();
  },
  "commits, and succeeds": async (query) => {
    await query(ship);
    await query("/* shipped */ Commit Work").catch(() => {});
  },
  "commits behind another statement, and then fails": async (query) => {
    await query(`${ship}; COMMIT`);
    broken();
  },
  "has a helper of its own for transactions": (query) => inTransaction(query, () => query(ship)),
  "ends it, begins another and fails": async (query) => {
    await query("END").catch(() => {});
    await query("BEGIN").catch(() => {});
    await query(ship);
    broken();
  },
  "rolls back, and succeeds": async (query) => {
    await query(ship);
    await query("ROLLBACK").catch(() => {});
  },
};

for (const [engine, open] of Object.entries(engines)) {
  for (const [what, wrong] of Object.entries(wrongs)) {
    test(`${engine}: a hook that ${what} has failed: nothing is written, and it runs again as the log says`, async () => {
      const { store, sleep } = await open();
      let isRepaired = false;
      const router = await shop(store, async (_payment, { transaction: { query } }) => {
        await query("CREATE TABLE IF NOT EXISTS parcels (order_id text PRIMARY KEY)");
        await (isRepaired ? query(ship) : wrong(query));
      });
      await router.work();
      assert.match(router.lines().join(), /^a hook (failed|could not be committed) and runs again in 5 s$/);
      assert.deepEqual((await keptIn(store).stats()).outbox, { due: 1, dead: 0 });
      isRepaired = true;
      sleep(5500);
      // The table and the parcel are not there: nothing of the first run was committed.
      assert.deepEqual(await router.work(), { attempts: 0, events: 1 });
      assert.deepEqual((await keptIn(store).stats()).outbox, { due: 0, dead: 0 });
      assert.deepEqual(router.lines().length, 1);
    });
  }

  test(`${engine}: a transaction that a hook has kept takes nothing after its end`, async () => {
    const { store } = await open();
    const kept: Query[] = [];
    const { work } = await shop(store, async (_payment, { transaction: { query } }) => {
      await query("SELECT 1");
      kept.push(query);
    });
    assert.deepEqual(await work(), { attempts: 0, events: 1 });
    for (const query of kept) {
      for (const text of ["SELECT 1", "BEGIN", "COMMIT"]) await assert.rejects(query(text), /this one has ended/);
    }
  });

  test(`${engine}: what changes the store by itself is refused at once in a hook whose transaction is open`, async () => {
    const { store } = await open();
    const refusals: unknown[] = [];
    const ofPackage = sql`UPDATE @sequences SET value = value + 1 WHERE name = ${"check"}`;
    const { id } = await place(store, { order: "B-2", state: "unknown", facts: { language: "es" } });
    const router = await shop(store, async (_payment, { transaction }) => {
      const { payments } = router;
      const calls = {
        capture: () => payments.capture("A-1"),
        release: () => payments.release("A-1", { reason: "reversed", by: "Ana" }),
        reconcileOnce: () => payments.reconcileOnce({ budgetMs: 1 }),
        resolve: () => payments.resolve(id, { paid: false, reason: "asked", by: "Ana" }),
        recordHandling: () => payments.recordHandling(id, { returned: true, reason: "voided", by: "Ana" }),
        write: () => store.database.write(() => change(ofPackage)),
        transaction: () => store.database.transaction(() => change(ofPackage)),
      };
      // Before the first statement it does not wait for anything.
      await assert.rejects(calls.capture, { name: "CaptureError", code: "not_authorized" });
      await transaction.query("SELECT 1");
      for (const [name, call] of Object.entries(calls)) {
        const refusal = await call().then(
          () => undefined,
          (error: Error) => error.message,
        );
        assert.match(refusal ?? "", new RegExp(`^${name}\\(\\): called in a hook whose transaction is open`));
        refusals.push(name);
      }
      assert.equal((await payments.findOrder("A-1")).paid, true);
    });
    await router.work();
    assert.equal(refusals.length, 7);
    assert.deepEqual(
      router.lines().filter((line) => line.startsWith("a hook")),
      [],
    );
    assert.ok(await router.payments.resolve(id, { paid: false, reason: "asked", by: "Ana" }));
  });

  test(`${engine}: an event that the store has as delivered although its hook failed is alerted and counted, and nothing is promised`, async () => {
    const { store } = await open();
    const losing = withShop(store, ({ openDelivery }) => ({
      async openDelivery(...claim) {
        const delivery = await openDelivery(...claim);
        // A store that loses the transaction: what it wrote stays, whatever its caller says.
        return delivery && ({ ...delivery, rollback: () => delivery.commit() } satisfies Delivery);
      },
    }));
    const told: string[] = [];
    const hook: Hook<PaymentEvent> = async (_payment, { transaction }) => {
      await transaction.query("SELECT 1");
      broken();
    };
    const onAlert: Options["onAlert"] = ({ text }) => void told.push(text.en);
    const router = await shop(losing, hook, { onAlert });
    await router.work();
    assert.deepEqual(router.lines(), [
      "a hook failed, and the store has its event as delivered: it does not run again: do by hand what the hook does",
    ]);
    const { ok, unrecorded, problems } = await router.payments.health();
    assert.deepEqual([ok, unrecorded, problems.map(({ code }) => code)], [false, 1, ["hooks_unrecorded"]]);
    await router.payments.close();
    assert.match(told.join(), /^Order A-1: it is not known whether the store's system has recorded this payment/);
  });

  test(`${engine}: a commit whose answer is lost is not said to have failed, and runs once`, async () => {
    const { store } = await open();
    const losing = withShop(store, ({ openDelivery }) => ({
      async openDelivery(...claim) {
        const delivery = await openDelivery(...claim);
        const commit = async () => {
          await delivery?.commit();
          throw new Error("Connection terminated unexpectedly");
        };
        return delivery && { ...delivery, commit };
      },
    }));
    let runs = 0;
    const router = await shop(losing, async (_payment, { transaction }) => {
      runs++;
      await transaction.query("SELECT 1");
    });
    await router.work();
    await router.work();
    assert.deepEqual([runs, router.lines()], [1, ["a hook was committed, and the answer of the store was lost"]]);
    assert.equal((await router.payments.health()).ok, true);
  });

  test(`${engine}: a refused statement that a hook does not wait for fails the hook, and ends no process`, async () => {
    const { store } = await open();
    const router = await shop(store, async (_payment, { transaction }) => {
      await transaction.query("SELECT 1");
      void transaction.query("COMMIT");
    });
    await router.work();
    assert.deepEqual(router.lines(), ["a hook could not be committed and runs again in 5 s"]);
  });

  test(`${engine}: a success that comes after another claim has taken the event is alerted and counted`, async () => {
    const { store } = await open();
    const router = await shop(store, async () => {
      await keptIn(store).settleClaim("paid:A-1", 1, { kind: "retry", at: 0, error: "" });
      await keptIn(store).claimEvents({ limit: 1, leaseMs: 600_000, banks: [deadBankName] });
    });
    await router.work();
    assert.deepEqual(router.lines(), ["a hook succeeded, and another claim has its event: it may run twice"]);
    assert.equal((await router.payments.health()).unrecorded, 1);
  });

  test(`${engine}: a success that was written although the answer was lost is one`, async () => {
    const { store } = await open();
    let isLost = true;
    const losing = withShop(store, ({ settleClaim }) => ({
      async settleClaim(...settlement) {
        const isSettled = await settleClaim(...settlement);
        if (isLost) {
          isLost = false;
          throw new Error("Connection terminated unexpectedly");
        }
        return isSettled;
      },
    }));
    const router = await shop(losing, () => {});
    await router.work();
    assert.deepEqual([isLost, router.lines()], [false, []]);
    assert.equal((await router.payments.health()).ok, true);
  });

  test(`${engine}: of a hook that fails after another claim has taken its event, the log promises nothing, and nobody is alerted`, async () => {
    const { store } = await open();
    const router = await shop(store, async () => {
      // As another process does, after this one has slept.
      await keptIn(store).settleClaim("paid:A-1", 1, { kind: "retry", at: 0, error: "" });
      await keptIn(store).claimEvents({ limit: 1, leaseMs: 600_000, banks: [deadBankName] });
      broken();
    });
    await router.work();
    assert.deepEqual(router.lines(), ["a hook failed, and another claim has its event"]);
    assert.equal((await router.payments.health()).unrecorded, undefined);
  });
}

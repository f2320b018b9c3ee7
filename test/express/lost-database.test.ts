import assert from "node:assert/strict";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keptIn } from "../kept.ts";
import { keepingLogger } from "../loggers.ts";
import { startPostgres } from "../postgres.ts";
import { cards, comeBack, openShop, payAtBank, sessionIn, stoppedClock } from "../shop.ts";
import { draft } from "../stores/draft.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder("lost");
const server = await startPostgres();
after(() => server.stop());

const codes = (logger: ReturnType<typeof keepingLogger>) =>
  logger.lines.filter(({ level }) => level === "error").map(({ fields }) => fields.code);

function copyTo(file: string, older: string): void {
  const db = new DatabaseSync(file);
  db.exec(`VACUUM INTO '${older}'`);
  db.close();
}

const losses: Record<string, (file: string) => void> = {
  "the log is deleted": (file) => rmSync(`${file}-wal`),
  "the file is deleted": (file) => rmSync(file),
  "the file is replaced by another": (file) => {
    copyFileSync(file, `${file}.older`);
    renameSync(`${file}.older`, file);
  },
};

for (const [what, lose] of Object.entries(losses)) {
  test(`${what} under a running shop: an alert says what to do, health fails, and no payment begins`, async () => {
    const file = join(folder, `${what}.db`);
    const logger = keepingLogger();
    const shop = await openShop({ store: sqliteStore(file), logger, background: false });
    await shop.launch("A-1");
    await shop.payments.reconcileOnce({ budgetMs: 60_000 });
    assert.deepEqual([codes(logger), (await shop.payments.health()).ok], [[], true]);

    lose(file);
    for (let times = 0; times < 2; times++) await shop.payments.reconcileOnce({ budgetMs: 60_000 });
    assert.deepEqual(codes(logger), ["database_replaced"]);
    assert.match(String(logger.lines[0]?.message), /was deleted or replaced.*Shut them down cleanly \(SIGTERM\)/);
    const { ok, problems } = await shop.payments.health();
    assert.deepEqual([ok, problems.map(({ code }) => code)], [false, ["database_replaced"]]);
    assert.notEqual((await shop.launch("B-2")).status, 200);
    assert.equal(shop.sandbox.sessions().length, 1);
  });
}

test("an older copy of the file is restored: who paid since then reads a true page, and the shop hears of it", async () => {
  const older = join(folder, "older.db");
  const file = join(folder, "restored.db");
  const before = await openShop({ store: sqliteStore(file), background: false });
  await before.launch("B-2");
  copyTo(file, older);
  const back = await payAtBank(before, await sessionIn(await before.launch("A-1")), cards.approved);

  const logger = keepingLogger();
  const shop = await openShop({ store: sqliteStore(older), logger, background: false });
  const page = await comeBack(back.replace(before.mount, shop.mount));
  assert.equal(page.status, 404);
  assert.doesNotMatch(await page.text(), /no se (?:le )?(?:hizo|hará) ningún cargo/i);
  assert.deepEqual(codes(logger), ["payment_missing"]);
  const { ok, unknownReturns, problems } = await shop.payments.health();
  assert.deepEqual([ok, unknownReturns, problems.map(({ code }) => code)], [false, 1, ["payments_missing"]]);
});

/** Puts an older copy in the place of what a running process has written. */
const restorations: Record<string, () => Promise<{ store: Store; keep(): Promise<void>; restore(): Promise<void> }>> = {
  async SQLite() {
    const file = join(folder, `${crypto.randomUUID()}.db`);
    const older = `${file}.older`;
    return {
      store: sqliteStore(file),
      keep: async () => copyTo(file, older),
      async restore() {
        const db = new DatabaseSync(older);
        await backup(db, file);
        db.close();
      },
    };
  },
  async Postgres() {
    const { pool } = await server.database();
    const store = postgresStore(pool);
    await store.migrate();
    const tables = ["attempts", "launches", "orders", "outbox"];
    const each = (text: (table: string) => string) => pool.query(tables.map(text).join(";"));
    return {
      store,
      keep: async () => void (await each((table) => `CREATE TABLE public.${table} AS TABLE ventanilla.${table}`)),
      async restore() {
        await pool.query(
          `SET session_replication_role = replica; ${tables.map((table) => `DELETE FROM ventanilla.${table}; INSERT INTO ventanilla.${table} OVERRIDING SYSTEM VALUE TABLE public.${table}`).join(";")}; SET session_replication_role = DEFAULT`,
        );
      },
    };
  },
};

for (const [engine, make] of Object.entries(restorations)) {
  for (const when of ["before the order was launched", "before it was paid"] as const) {
    test(`${engine}: an older copy, from ${when}, is restored under a running shop, which hears of it`, async () => {
      const { store, keep, restore } = await make();
      const logger = keepingLogger();
      const shop = await openShop({ store, logger, background: false });
      await shop.launch("B-2");
      if (when === "before the order was launched") await keep();
      const SESSION = await sessionIn(await shop.launch("A-1"));
      if (when === "before it was paid") await keep();
      await comeBack(await payAtBank(shop, SESSION, cards.approved));
      await shop.payments.reconcileOnce({ budgetMs: 60_000 });
      assert.deepEqual([shop.paid.length, codes(logger), (await shop.payments.health()).ok], [1, [], true]);

      await restore();
      await shop.payments.reconcileOnce({ budgetMs: 60_000 });
      assert.ok(codes(logger).includes("payment_missing"));
      const { ok, problems } = await shop.payments.health();
      assert.deepEqual([ok, problems.map(({ code }) => code)], [false, ["payments_missing"]]);
    });
  }
}

test("a token that anyone can make up raises no alert", async () => {
  const logger = keepingLogger();
  const shop = await openShop({ logger, background: false });
  for (const token of ["x".repeat(43), crypto.getRandomValues(Buffer.alloc(32)).toString("base64url"), "short"]) {
    assert.equal((await comeBack(`${shop.mount}/return/${token}`)).status, 404);
  }
  assert.deepEqual([codes(logger), (await shop.payments.health()).ok], [[], true]);
});

const launch = async (store: Store, order: string) =>
  Number((await keptIn(store).insertAttempt(draft(order), 0)).attempt.transactionId);

test("an older copy gives no TransactionId a second time (SQLite)", async () => {
  const [file, older] = [join(folder, "numbers.db"), join(folder, "older-numbers.db")];
  const clock = stoppedClock();
  const store = sqliteStore(file, clock);
  const given = [await launch(store, "A-1")];
  copyTo(file, older);
  for (const order of ["B-2", "C-3"]) given.push(await launch(store, order));
  await store.close();
  clock.move(60_000);
  const restored = sqliteStore(older, clock);
  for (const order of ["D-4", "E-5"])
    assert.ok(!given.includes(await launch(restored, order)), `${order}: ${given.join()}`);
  await restored.close();
});

test("an older copy gives no TransactionId a second time (Postgres)", async () => {
  const { pool } = await server.database();
  const store = postgresStore(pool);
  await store.migrate();
  const given = [await launch(store, "A-1")];
  const { rows } = await pool.query("SELECT value FROM ventanilla.sequences WHERE name = 'transaction'");
  for (const order of ["B-2", "C-3"]) given.push(await launch(store, order));
  // As a copy from before these two would be, a minute later, and after a day.
  for (const [ms, order] of [
    [60_000, "D-4"],
    [24 * 60 * 60_000, "E-5"],
  ] as const) {
    await pool.query("DELETE FROM ventanilla.attempts; DELETE FROM ventanilla.orders");
    await pool.query("UPDATE ventanilla.sequences SET value = $1 WHERE name = 'transaction'", [rows[0].value]);
    const restored = postgresStore(pool, { clock: { now: () => Date.now() + ms } });
    assert.ok(!given.includes(await launch(restored, order)), `${order}: ${given.join()}`);
  }
});

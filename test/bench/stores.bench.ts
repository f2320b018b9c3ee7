import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Attempt, AttemptDraft, Store } from "@ventanilla/express/store";
import { keptIn } from "../kept.ts";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { startPostgres, type TestServer } from "../postgres.ts";
import { bank, fillMariaDb, fillPostgres, fillSqlite } from "./fill.ts";
import { benchLists } from "./lists.ts";
import { type Contender, measure, table, timesAsFast } from "./measure.ts";
import { benchPages } from "./pages.ts";
import { guard } from "./verdict.ts";

const workers = 16;
/** 8,000 inserts a second where the disk takes 18,700 bare updates: what a disk confirms differs tenfold. */
const insertsOverBare = 8000 / 18_700;
const sizes = [100, 10_000, 1_000_000];

/**
 * Operations of the stores per second, whether an attempt costs the same in a small store and a large one, and how long
 * the staff waits for a list and a page of the large one.
 */
export async function benchStores(): Promise<void> {
  const server = await startPostgres({ durable: true });
  // On the disk of the project: a folder for temporary files may be memory, where durable writes cost nothing.
  const folder = mkdtempSync(join(import.meta.dirname, "node_modules", ".stores-"));
  try {
    await operations(server, folder);
    await claims(server);
    await growth(server, folder);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openPostgres(server: TestServer) {
  const { pool } = await server.database({ max: workers });
  const store = postgresStore(pool);
  await store.migrate();
  return { pool, store };
}

let orders = 0;
const draft = (): AttemptDraft => ({
  id: crypto.randomUUID(),
  order: `bench-${++orders}`,
  bank,
  amount: { minor: 100_000, currency: "DOP" },
  tax: { minor: 18_000, currency: "DOP" },
  browserHash: "b".repeat(64),
  facts: { language: "es", mode: "popup", returnTo: "/orders/1" },
  dueAt: 8_000_000_000_000,
});

/** One write, one compare-and-set, one read. */
async function basics(label: string, store: Store): Promise<Contender[]> {
  const held: Attempt[] = [];
  for (let i = 0; i < 64; i++) held.push((await keptIn(store).insertAttempt(draft(), 0)).attempt);
  let turn = 0;
  return [
    { label: `${label}: insert`, once: () => keptIn(store).insertAttempt(draft(), 0) },
    {
      label: `${label}: compare-and-set`,
      async once() {
        const at = turn++ % held.length;
        const current = held[at];
        if (!current) throw new Error("no attempt to move");
        const change = { state: "opened", facts: { ...current.facts, askedAt: turn } } as const;
        const { attempt } = await keptIn(store).transition(current.id, current.version, change);
        held[at] = attempt;
      },
    },
    { label: `${label}: read`, once: () => keptIn(store).findAttempt(held[turn++ % held.length]?.id ?? "") },
  ];
}

/** One durable statement on this disk, without a store. */
function bareUpdate(file: string): { floor: Contender; close(): void } {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE one (version INTEGER)");
  db.exec("INSERT INTO one VALUES (0)");
  const update = db.prepare("UPDATE one SET version = version + 1");
  return {
    floor: { label: "SQLite FULL: bare update (floor)", once: async () => update.run() },
    close: () => db.close(),
  };
}

async function operations(server: TestServer, folder: string): Promise<void> {
  const { store: postgres } = await openPostgres(server);
  const sqlite = sqliteStore(join(folder, "basics.db"));
  const { floor, close } = bareUpdate(join(folder, "floor.db"));
  const contenders = [floor, ...(await basics("SQLite FULL", sqlite)), ...(await basics("Postgres", postgres))];
  for (const concurrency of [1, workers]) {
    const rows = await measure(contenders, { concurrency, seconds: 0.25, rounds: 11 });
    table(`Stores, ${concurrency} at a time`, rows);
    const [bare, inserts, transitions] = rows;
    if (concurrency === 1)
      guard("durable transitions/s on SQLite FULL", transitions?.perSecond ?? 0, { atLeast: 4000 });
    else {
      const ratio = bare && inserts ? timesAsFast(inserts, bare) : 0;
      guard("inserts/s on SQLite FULL over bare updates, 16 at a time", ratio, { atLeast: insertsOverBare });
    }
  }
  close();
  await sqlite.close();
}

async function claims(server: TestServer): Promise<void> {
  const due = 40_000;
  const { pool, store } = await openPostgres(server);
  const rates = [];
  for (let round = 0; round < 3; round++) {
    await pool.query("TRUNCATE ventanilla.attempts, ventanilla.orders");
    await fillPostgres(pool, due, "opened", await store.now());
    const claimed = new Set<string>();
    let count = 0;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: workers }, async () => {
        for (;;) {
          const batch = await keptIn(store).claimAttempts({ banks: [bank], limit: 100, leaseMs: 600_000 });
          if (batch.length === 0) return;
          count += batch.length;
          for (const { item } of batch) claimed.add(item.id);
        }
      }),
    );
    rates.push(count / ((performance.now() - start) / 1000));
    if (claimed.size !== count) throw new Error("an attempt was claimed twice");
  }
  const rate = rates.toSorted((a, b) => a - b)[1] ?? 0;
  console.log(`\nPostgres: ${Math.round(rate)} claims/s with ${workers} workers, ${due} due, none twice`);
  guard(`claims/s on Postgres with ${workers} workers`, rate, { atLeast: 10_000 });
}

/** An attempt from the launch to the delivered event. */
async function life(store: Store): Promise<void> {
  const now = await store.now();
  const { attempt } = await keptIn(store).insertAttempt(draft(), now);
  const facts = { ...attempt.facts, SESSION: "s".repeat(32), sealedKey: "k".repeat(80) };
  const windowEndsAt = now + 1_800_000;
  await keptIn(store).transition(attempt.id, 1, {
    state: "opened",
    facts,
    windowEndsAt,
    returnHash: attempt.id,
    dueAt: now,
  });
  await keptIn(store).findByReturnHash(attempt.id);
  await keptIn(store).claimAttempts({ banks: [bank], limit: 1, leaseMs: 60_000 });
  const verdict = { code: "00", reference: attempt.id, maskedCard: "411111******1111" };
  const approved = { ...attempt.facts, verdict };
  await keptIn(store).transition(attempt.id, 2, {
    state: "approved",
    announce: "order.paid",
    facts: approved,
    dueAt: null,
  });
  for (const { item, fence } of await keptIn(store).claimEvents({ banks: [bank], limit: 1, leaseMs: 60_000 })) {
    await keptIn(store).settleClaim(item.id, fence, { kind: "done" });
  }
  await keptIn(store).findAttempt(attempt.id);
}

async function growth(server: TestServer, folder: string): Promise<void> {
  const postgres: Contender[] = [];
  const sqlite: Contender[] = [];
  const stores: Store[] = [];
  let largest: { Postgres: Store; SQLite: Store } | undefined;
  for (const size of sizes) {
    const { pool, store } = await openPostgres(server);
    await fillPostgres(pool, size, "shop", await store.now());
    postgres.push({ label: `Postgres, ${size.toLocaleString("en-US")} attempts`, once: () => life(store) });
    const file = join(folder, `${size}.db`);
    await sqliteStore(file).close();
    const db = new DatabaseSync(file);
    fillSqlite(db, size);
    db.close();
    const held = sqliteStore(file);
    stores.push(held);
    largest = { Postgres: store, SQLite: held };
    sqlite.push({ label: `SQLite, ${size.toLocaleString("en-US")} attempts`, once: () => life(held) });
  }
  for (const [name, contenders, concurrency] of [
    ["SQLite", sqlite, 1],
    ["Postgres", postgres, workers],
  ] as const) {
    // Many short rounds, because the speed of the disk varies more than the processor's.
    const rows = await measure([...contenders], { concurrency, seconds: 0.25, rounds: 31 });
    table(`${name}: whole lives of an attempt, ${concurrency} at a time`, rows);
    const [few] = rows;
    for (const row of rows.slice(1)) {
      const ratio = few ? timesAsFast(row, few) : 0;
      guard(`${row.label}: lives/s over those with 100`, ratio, { atLeast: 0.9 });
    }
  }
  for (const [name, store] of Object.entries(largest ?? {})) await benchLarge(name, store);
  for (const store of stores) await store.close();
  if (hasMariaDb) await largeMariaDb();
  else console.log("\nMariaDB is not installed here: its lists and pages are left out");
}

async function largeMariaDb(): Promise<void> {
  const server = await startMariaDb({ own: true });
  try {
    const { pool } = await server.database();
    const store = mysqlStore(pool);
    await store.migrate();
    await fillMariaDb(pool, Math.max(...sizes), await store.now());
    await benchLarge("MariaDB", store);
  } finally {
    await server.stop();
  }
}

/** How long the staff waits where there are a million attempts. */
async function benchLarge(name: string, store: Store): Promise<void> {
  await benchLists(name, store);
  await benchPages(name, store);
}

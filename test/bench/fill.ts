import type { DatabaseSync } from "node:sqlite";
import type { State } from "@ventanilla/express";
import type { Attempt } from "@ventanilla/express/store";
import type mysql from "mysql2/promise";
import type pg from "pg";
import { columnsOf } from "../../packages/express/src/stores/sql/columns.ts";
import type { SqlValue } from "../../packages/express/src/stores/sql/statement.ts";
import { merchant } from "../merchant.ts";

/** Between two filled attempts, in milliseconds. */
const stepMs = 30_000;
const batch = 5000;
const scope = `${merchant.number}/${merchant.terminal}`;
/** Of the filled attempts. */
export const bank = "https://bank.example";

type Row = Record<string, SqlValue>;
/** Rows by their tables, as a store writes them. */
type Rows = Record<"orders" | "attempts" | "outbox", Row[]>;

/**
 * Nine in ten are approved, and a third have one price. Those under review have other prices and no dollars, so that such
 * filters find nothing together.
 */
function stateOf(n: number): State {
  const part = n % 1000;
  if (part < 900) return "approved";
  if (part < 970) return "declined";
  if (part < 996) return "expired";
  return part < 998 ? "unknown" : "review";
}

/** A filled attempt of a shop, by its number: most are paid, one every 30 s until `now`. */
function attemptOfShop(n: number, createdAt: number): Attempt {
  const part = n % 1000;
  const currency = part < 950 && n % 20 === 7 ? "USD" : "DOP";
  return {
    ...openedAttempt(n, createdAt),
    state: stateOf(n),
    amount: { minor: part < 333 ? 100_000 : 100 + (n % 50_000), currency },
    tax: { minor: 0, currency },
    facts: {
      language: "es",
      mode: "popup",
      SESSION: hexOf(n, 32),
      askedAt: 1,
      settledAt: createdAt + 60_000,
      // One in ten is of one buyer.
      email: n % 10 === 0 ? "Regular@Example.com" : `buyer-${n % 40_000}@example.com`,
      ...productOf(n),
      verdict: {
        code: "00",
        reference: `R${n}`,
        authorizationCode: `A${n % 600_000}`,
        maskedCard: `476134______${String((n * 7919) % 10_000).padStart(4, "0")}`,
      },
    },
  };
}

/** One in ten says nothing of what was sold, one in ten another text than all others. Of the rest, few products sell much. */
function productOf(n: number): { product?: string } {
  if (n % 10 === 0) return {};
  return { product: n % 10 === 1 ? `Encargo ${n}` : `Producto ${((n * 7919) % 20) * ((n * 104_729) % 23)}` };
}

function openedAttempt(n: number, createdAt: number): Attempt {
  return {
    id: crypto.randomUUID(),
    order: `filled-${n}`,
    bank,
    state: "opened",
    version: 4,
    transactionId: String(100_000 + (n % 900_000)),
    amount: { minor: 100_000, currency: "DOP" },
    tax: { minor: 0, currency: "DOP" },
    createdAt,
    windowEndsAt: createdAt + 1_800_000 - (n % 1000),
    facts: { language: "es", mode: "popup", SESSION: hexOf(n, 32), askedAt: 1 },
  };
}

const hexOf = (n: number, length: number): string => ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(length, "0");

function add(rows: Rows, attempt: Attempt, n: number, dueAt: number | null): void {
  const { id, order, state, createdAt, facts } = attempt;
  const claim = { fence: 0, tries: 0 };
  rows.orders.push({ scope, order_id: order, reference: order, version: 3 });
  rows.attempts.push({
    scope,
    ...columnsOf(attempt),
    ...claim,
    browser_hash: "b".repeat(64),
    return_hash: hexOf(n, 24) + n.toString(16).padStart(40, "0"),
    due_at: dueAt,
    approval_key: state === "approved" ? `${bank} R${n}` : null,
  });
  if (state !== "approved") return;
  rows.outbox.push({
    scope,
    id: `paid:${order}`,
    order_id: order,
    bank,
    priority: 1,
    event: JSON.stringify({
      id: `paid:${order}`,
      type: "order.paid",
      order,
      attempt: id,
      verdict: facts.verdict,
      createdAt,
    }),
    created_at: createdAt,
    due_at: null,
    fence: 1,
    tries: 1,
    dead: 0,
    delivered_at: createdAt,
  });
}

/** The rows of `count` attempts, in portions: those of a shop; or `opened` ones that are due at `now`. */
function* rowsOf(count: number, what: "shop" | "opened", now: number): Generator<Rows> {
  for (let from = 1; from <= count; from += batch) {
    const rows: Rows = { orders: [], attempts: [], outbox: [] };
    for (let n = from; n < Math.min(from + batch, count + 1); n++) {
      if (what === "shop") add(rows, attemptOfShop(n, now - (count - n) * stepMs), n, null);
      else add(rows, openedAttempt(n, now), n, now - (n % 1000));
    }
    yield rows;
  }
}

/** Fills a migrated database with attempts: those of a shop, paid and delivered for the most part; or due ones. */
export async function fillPostgres(pool: pg.Pool, count: number, what: "shop" | "opened", now: number): Promise<void> {
  for (const portion of rowsOf(count, what, now)) {
    for (const [table, rows] of Object.entries(portion)) {
      const names = Object.keys(rows[0] ?? {}).join(", ");
      if (names === "") continue;
      await pool.query(
        `INSERT INTO ventanilla.${table} (${names})
         SELECT ${names} FROM json_populate_recordset(NULL::ventanilla.${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
  }
  await pool.query("VACUUM ANALYZE");
}

/** Fills a migrated database of `mysqlStore` with the attempts of a shop, one every 30 s until `now`. */
export async function fillMariaDb(pool: mysql.Pool, count: number, now: number): Promise<void> {
  for (const portion of rowsOf(count, "shop", now)) {
    for (const [table, rows] of Object.entries(portion)) {
      const [first] = rows;
      if (first === undefined) continue;
      const values = rows.map((row) => Object.values(row));
      await pool.query("INSERT INTO ?? (??) VALUES ?", [`ventanilla_${table}`, Object.keys(first), values]);
    }
  }
  await pool.query("ANALYZE TABLE ventanilla_orders, ventanilla_attempts, ventanilla_outbox");
}

/** Fills a file of `sqliteStore` with the attempts of a shop, one every 30 s until now. */
export function fillSqlite(db: DatabaseSync, count: number): void {
  db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN");
  for (const portion of rowsOf(count, "shop", Date.now())) {
    for (const [table, rows] of Object.entries(portion)) {
      const names = Object.keys(rows[0] ?? {});
      if (names.length === 0) continue;
      const insert = db.prepare(
        `INSERT INTO ventanilla_${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      );
      for (const row of rows) insert.run(...Object.values(row));
    }
  }
  db.exec("COMMIT; ANALYZE");
}

import type { DatabaseSync } from "node:sqlite";
import type pg from "pg";

/** Between two filled attempts, in milliseconds. */
const stepMs = 30_000;

/**
 * What the filled attempts of a shop are like, in the SQL of both engines, by the number `n` of the row: nine in ten are
 * approved, and a third have one price. Those under review have other prices and no dollars, so that such filters find
 * nothing together.
 */
const mixed = {
  state: `CASE WHEN n % 1000 < 900 THEN 'approved' WHEN n % 1000 < 970 THEN 'declined' WHEN n % 1000 < 996 THEN 'expired'
    WHEN n % 1000 < 998 THEN 'unknown' ELSE 'review' END`,
  amount: "CASE WHEN n % 1000 < 333 THEN 100000 ELSE 100 + n % 50000 END",
  currency: "CASE WHEN n % 1000 < 950 AND n % 20 = 7 THEN 'USD' ELSE 'DOP' END",
};

/**
 * Fills a migrated database with attempts, by a few statements: those of a shop, paid and delivered for the most part,
 * one every 30 s until now; or `opened` ones that are due.
 */
export async function fillPostgres(pool: pg.Pool, count: number, what: "shop" | "opened"): Promise<void> {
  const { state, amount, currency } =
    what === "shop" ? mixed : { state: "'opened'", amount: "100000", currency: "'DOP'" };
  const isOpened = what === "opened";
  const settled = `jsonb_build_object('settledAt', at + 60000, 'verdict', jsonb_build_object('code', '00', 'reference', 'R' || n,
    'authorizationCode', 'A' || n % 600000, 'maskedCard', '476134______' || right('000' || n * 7919 % 10000, 4)))`;
  await pool.query(
    `INSERT INTO ventanilla.attempts
       (id, order_id, state, version, transaction_id, amount, tax, currency, return_hash, created_at, window_ends_at, due_at,
        facts)
     SELECT gen_random_uuid(), 'filled-' || n, (${state})::ventanilla.state, 4, (100000 + n % 900000)::text, ${amount}, 0,
       ${currency}, md5(n::text) || md5(n::text || 'b'), at, at + 1800000 - n % 1000,
       ${isOpened ? "ventanilla.now_ms() - n % 1000" : "NULL"},
       jsonb_build_object('language', 'es', 'mode', 'popup', 'SESSION', md5(n::text), 'askedAt', 1) || ${isOpened ? "'{}'" : settled}
     FROM generate_series(1, $1::bigint) n, LATERAL
       (SELECT ventanilla.now_ms() ${isOpened ? "" : `- ($1 - n) * ${stepMs}`} AS at) t`,
    [count],
  );
  await pool.query("INSERT INTO ventanilla.launches SELECT id, id, repeat('b', 64) FROM ventanilla.attempts");
  if (what === "shop") {
    await pool.query(
      `INSERT INTO ventanilla.approvals SELECT id, order_id, facts #>> '{verdict,reference}', true FROM ventanilla.attempts
       WHERE state = 'approved'`,
    );
    await pool.query(
      `INSERT INTO ventanilla.outbox (id, type, order_id, attempt_id, verdict, created_at, fence, tries, delivered_at)
       SELECT 'paid:' || order_id, 'order.paid', order_id, id, facts -> 'verdict', created_at, 1, 1, created_at
       FROM ventanilla.attempts`,
    );
  }
  await pool.query("VACUUM ANALYZE");
}

/** Fills a file of `sqliteStore` with the attempts of a shop, one every 30 s until now. */
export function fillSqlite(db: DatabaseSync, count: number): void {
  db.exec(`
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -400000;
    BEGIN;
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO attempts (id, order_id, state, version, transaction_id, amount, tax, currency, return_hash, created_at,
      window_ends_at, facts)
    SELECT lower(hex(randomblob(16))), 'filled-' || n, ${mixed.state}, 4, 100000 + n % 900000, ${mixed.amount}, 0,
      ${mixed.currency}, lower(hex(randomblob(32))), at, at + 1800000,
      json_object('language', 'es', 'mode', 'popup', 'SESSION', hex(randomblob(16)), 'askedAt', 1, 'settledAt', at + 60000,
        'verdict', json_object('code', '00', 'reference', 'R' || n, 'authorizationCode', 'A' || n % 600000,
          'maskedCard', '476134______' || substr('000' || n * 7919 % 10000, -4)))
    FROM (SELECT n, ${Date.now()} - (${count} - n) * ${stepMs} AS at FROM numbers);
    INSERT INTO launches SELECT id, id, printf('%.64c', 'b') FROM attempts ORDER BY id;
    INSERT INTO approvals SELECT id, order_id, facts ->> '$.verdict.reference', 1 FROM attempts WHERE state = 'approved'
      ORDER BY id;
    INSERT INTO outbox (id, type, order_id, attempt_id, created_at, fence, tries, delivered_at, verdict)
    SELECT 'paid:' || order_id, 'order.paid', order_id, id, created_at, 1, 1, created_at, facts -> '$.verdict'
    FROM attempts;
    COMMIT;
    ANALYZE;
  `);
}

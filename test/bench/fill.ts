import type { DatabaseSync } from "node:sqlite";
import type pg from "pg";

/**
 * Fills a migrated database with attempts, by a few statements: `approved` ones that are paid and delivered, or
 * `opened` ones that are due.
 */
export async function fillPostgres(pool: pg.Pool, count: number, state: "approved" | "opened"): Promise<void> {
  await pool.query(
    `INSERT INTO ventanilla.attempts
       (id, order_id, state, version, transaction_id, amount, tax, currency, return_hash, created_at, window_ends_at, due_at,
        facts)
     SELECT gen_random_uuid(), 'filled-' || n, $2::text::ventanilla.state, 4, (100000 + n % 900000)::text, 100000, 18000, 'DOP',
       md5(n::text) || md5(n::text || 'b'), ventanilla.now_ms(), ventanilla.now_ms() + 1800000 - n % 1000,
       CASE WHEN $2 = 'opened' THEN ventanilla.now_ms() - n % 1000 END,
       jsonb_build_object('language', 'es', 'mode', 'popup', 'SESSION', md5(n::text), 'askedAt', 1,
         'verdict', jsonb_build_object('code', '00', 'reference', 'R' || n))
     FROM generate_series(1, $1::bigint) n`,
    [count, state],
  );
  await pool.query("INSERT INTO ventanilla.launches SELECT id, id, repeat('b', 64) FROM ventanilla.attempts");
  if (state === "approved") {
    await pool.query(
      "INSERT INTO ventanilla.approvals SELECT id, order_id, facts #>> '{verdict,reference}', true FROM ventanilla.attempts",
    );
    await pool.query(
      `INSERT INTO ventanilla.outbox (id, type, order_id, attempt_id, verdict, created_at, fence, tries, delivered_at)
       SELECT 'paid:' || order_id, 'order.paid', order_id, id, facts -> 'verdict', created_at, 1, 1, created_at
       FROM ventanilla.attempts`,
    );
  }
  await pool.query("VACUUM ANALYZE");
}

/** Fills a file of `sqliteStore` with attempts that are paid and delivered. */
export function fillSqlite(db: DatabaseSync, count: number): void {
  db.exec(`
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -400000;
    BEGIN;
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO attempts (id, order_id, state, version, transaction_id, amount, tax, currency, return_hash, created_at,
      window_ends_at, facts)
    SELECT lower(hex(randomblob(16))), 'filled-' || n, 'approved', 4, 100000 + n % 900000, 100000, 18000, 'DOP',
      lower(hex(randomblob(32))), 1790000000000, 1790001800000,
      json_object('language', 'es', 'mode', 'popup', 'SESSION', hex(randomblob(16)), 'askedAt', 1,
        'verdict', json_object('code', '00', 'reference', 'R' || n))
    FROM numbers;
    INSERT INTO launches SELECT id, id, printf('%.64c', 'b') FROM attempts ORDER BY id;
    INSERT INTO approvals SELECT id, order_id, facts ->> '$.verdict.reference', 1 FROM attempts ORDER BY id;
    INSERT INTO outbox (id, type, order_id, attempt_id, created_at, fence, tries, delivered_at, verdict)
    SELECT 'paid:' || order_id, 'order.paid', order_id, id, created_at, 1, 1, created_at, facts -> '$.verdict'
    FROM attempts;
    COMMIT;
    ANALYZE;
  `);
}

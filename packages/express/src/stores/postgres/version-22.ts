import { firstTransactionId, msPerTransactionId, transactionIdCount } from "../rules.ts";

/**
 * Version 22 has claims of several banks, and TransactionIds that never fall behind the clock: `msPerTransactionId` of
 * `rules.ts`. Processes of version 21 go on, with the claims of one bank.
 */
export const version22 = `
CREATE FUNCTION ventanilla.claim_attempts(p_limit bigint, p_lease bigint, p_banks jsonb)
RETURNS SETOF ventanilla.attempts LANGUAGE plpgsql AS $fn$
DECLARE
  v_now bigint := ventanilla.now_ms();
  v_ids text[];
BEGIN
  PERFORM ventanilla.require_read_committed();
  -- In the order of an index: locking rows out of a sort would sort all that is due for each claim.
  v_ids := ARRAY(SELECT id FROM ventanilla.attempts
    WHERE due_at <= v_now AND window_ends_at > v_now AND p_banks ? bank
    ORDER BY window_ends_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  IF cardinality(v_ids) < p_limit THEN
    v_ids := v_ids || ARRAY(SELECT id FROM ventanilla.attempts
      WHERE due_at <= v_now AND (window_ends_at IS NULL OR window_ends_at <= v_now) AND p_banks ? bank
      ORDER BY due_at LIMIT p_limit - cardinality(v_ids) FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE ventanilla.attempts a SET due_at = v_now + p_lease, fence = a.fence + 1, tries = a.tries + 1
    WHERE a.id = ANY (v_ids) RETURNING a.*
  )
  SELECT * FROM claimed ORDER BY (window_ends_at IS NULL OR window_ends_at <= v_now), window_ends_at, seq;
END $fn$;

ALTER SEQUENCE ventanilla.transaction_ids MAXVALUE ${Number.MAX_SAFE_INTEGER} NO CYCLE;

-- Its owner may set the sequence; a role that only uses the store need not.
CREATE OR REPLACE FUNCTION ventanilla.next_transaction_id() RETURNS text LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $fn$
DECLARE
  v_least bigint := ventanilla.now_ms() / ${msPerTransactionId};
  v_number bigint;
  v_id text;
BEGIN
  LOOP
    v_number := nextval('ventanilla.transaction_ids');
    IF v_number < v_least THEN
      PERFORM pg_advisory_xact_lock(7236832);
      SELECT last_value INTO v_number FROM ventanilla.transaction_ids;
      -- Others take numbers meanwhile, without this lock: a short way is gone step by step, so that the sequence never
      -- falls back.
      IF v_least - v_number > 1000 THEN
        v_number := setval('ventanilla.transaction_ids', v_least);
      ELSE
        SELECT max(nextval('ventanilla.transaction_ids')) INTO v_number
          FROM generate_series(1, GREATEST(v_least - v_number, 1));
      END IF;
    END IF;
    v_id := (${firstTransactionId} + (v_number - ${firstTransactionId}) % ${transactionIdCount})::text;
    EXIT WHEN NOT EXISTS (SELECT FROM ventanilla.attempts WHERE transaction_id = v_id AND state <= 'opened');
  END LOOP;
  RETURN v_id;
END $fn$;
`;

/**
 * Version 2 adds the bank of attempts and events, and changes that name the event they announce. The functions of
 * version 1 stay beside their successors, so that processes of that version go on during an update.
 *
 * Rows with an empty bank come from such a process: any router may claim and join them.
 */
export const version2 = `
ALTER TABLE ventanilla.attempts ADD COLUMN bank text NOT NULL DEFAULT '';
ALTER TABLE ventanilla.outbox ADD COLUMN bank text NOT NULL DEFAULT '';

-- Under REPEATABLE READ and above, a statement sees what was committed before the transaction began: what the last
-- holder of a lock has written would not be there for the next one.
CREATE FUNCTION ventanilla.require_read_committed() RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'postgresStore: expected the isolation level "read committed", this connection has "%": set default_transaction_isolation = ''read committed'' for its role or database, or in the options of the pool',
      current_setting('transaction_isolation') USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
END $fn$;

CREATE OR REPLACE FUNCTION ventanilla.lock_order(p_order text) RETURNS void LANGUAGE plpgsql VOLATILE AS $fn$
BEGIN
  PERFORM ventanilla.require_read_committed();
  PERFORM pg_advisory_xact_lock(hashtextextended(p_order, 7236831));
END $fn$;

CREATE FUNCTION ventanilla.insert_attempt(
  p_id text, p_order text, p_bank text, p_amount bigint, p_tax bigint, p_currency text, p_browser text, p_facts jsonb,
  p_due bigint, p_joinable bigint
) RETURNS TABLE (kind text, attempt ventanilla.attempts) LANGUAGE plpgsql AS $fn$
DECLARE
  v_row ventanilla.attempts;
  v_id text := p_id;
BEGIN
  PERFORM ventanilla.lock_order(p_order);
  kind := 'paid';
  SELECT a.* INTO v_row FROM ventanilla.approvals p JOIN ventanilla.attempts a ON a.id = p.attempt_id
    WHERE p.order_id = p_order AND p.first;
  IF NOT FOUND THEN
    kind := 'blocked';
    SELECT * INTO v_row FROM ventanilla.attempts
      WHERE order_id = p_order AND state IN ('unknown', 'review') AND facts -> 'resolution' IS NULL
      ORDER BY seq DESC LIMIT 1;
  END IF;
  IF NOT FOUND THEN
    kind := 'joined';
    SELECT * INTO v_row FROM ventanilla.attempts
      WHERE order_id = p_order AND state <= 'opened' AND amount = p_amount AND tax = p_tax AND currency = p_currency
        AND bank IN ('', p_bank) AND (state <> 'opened' OR window_ends_at > p_joinable)
      ORDER BY seq DESC LIMIT 1;
  END IF;
  IF FOUND THEN
    -- Who was refused is told how the order stands, and is not the browser that launched it.
    INSERT INTO ventanilla.launches VALUES (p_id, v_row.id, CASE kind WHEN 'joined' THEN p_browser ELSE '' END)
      ON CONFLICT (id) DO NOTHING;
  ELSE
    kind := 'inserted';
    -- A form sent a second time carries an id that another attempt owns already; a new attempt gets its own.
    LOOP
      INSERT INTO ventanilla.launches VALUES (v_id, v_id, p_browser) ON CONFLICT (id) DO NOTHING;
      EXIT WHEN FOUND;
      v_id := gen_random_uuid()::text;
    END LOOP;
    INSERT INTO ventanilla.attempts
      (id, order_id, bank, transaction_id, amount, tax, currency, created_at, due_at, facts)
      VALUES (v_id, p_order, p_bank, ventanilla.next_transaction_id(), p_amount, p_tax, p_currency,
        ventanilla.now_ms(), p_due, p_facts)
      RETURNING * INTO v_row;
  END IF;
  attempt := v_row;
  RETURN NEXT;
END $fn$;

CREATE FUNCTION ventanilla.transition(
  p_id text, p_version bigint, p_state ventanilla.state, p_facts jsonb, p_window bigint, p_return_hash text,
  p_due bigint, p_keep_due boolean, p_announce text
) RETURNS TABLE (written boolean, attempt ventanilla.attempts) LANGUAGE plpgsql AS $fn$
DECLARE
  v_row ventanilla.attempts;
  v_state ventanilla.state := p_state;
  v_facts jsonb := p_facts;
  v_announce text := p_announce;
  v_first boolean;
BEGIN
  -- The events of an order get their places in its line in the order in which they become visible.
  IF p_state > 'opened' OR p_announce IS NOT NULL THEN
    PERFORM ventanilla.lock_order(order_id) FROM ventanilla.attempts WHERE id = p_id;
  END IF;
  -- A row that does not match is not locked: losing a race costs no write.
  SELECT * INTO v_row FROM ventanilla.attempts
    WHERE id = p_id AND version = p_version AND state <= p_state FOR UPDATE;
  written := FOUND;
  IF NOT FOUND THEN
    SELECT * INTO v_row FROM ventanilla.attempts WHERE id = p_id;
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;
  IF written THEN
    IF p_state = 'approved' AND v_row.state <> 'approved' THEN
      v_first := NOT EXISTS (SELECT FROM ventanilla.approvals WHERE order_id = v_row.order_id AND first);
      -- References are unique for each bank.
      INSERT INTO ventanilla.approvals (attempt_id, order_id, reference, first)
        SELECT p_id, v_row.order_id, CASE v_row.bank WHEN '' THEN t.reference ELSE v_row.bank || ' ' || t.reference END,
          v_first
        FROM (SELECT p_facts #>> '{verdict,reference}') AS t (reference)
        ON CONFLICT (reference) DO NOTHING;
      IF NOT FOUND THEN
        v_state := 'review';
        v_announce := 'attempt.review';
        v_facts := jsonb_set(p_facts, '{verdict,mismatch}', '["RetrievalReferenceNumber"]');
      ELSIF v_announce = 'order.paid' AND NOT v_first THEN
        v_announce := 'order.paidAgain';
      END IF;
    ELSIF v_announce = 'order.paid' THEN
      RAISE EXCEPTION 'postgresStore: order.paid goes with the move to approved, and with nothing else';
    END IF;
    IF v_announce IS NOT NULL THEN
      INSERT INTO ventanilla.outbox (id, type, order_id, attempt_id, bank, verdict, created_at, due_at)
        SELECT
          split_part(v_announce, '.', 2) || ':' || CASE v_announce WHEN 'order.paid' THEN v_row.order_id ELSE p_id END,
          v_announce, v_row.order_id, p_id, v_row.bank, v_facts -> 'verdict', t.now, t.now
        FROM ventanilla.now_ms() AS t (now)
        ON CONFLICT (id) DO NOTHING;
    END IF;
    UPDATE ventanilla.attempts SET
        state = v_state, version = version + 1, facts = v_facts,
        return_hash = coalesce(p_return_hash, return_hash), window_ends_at = coalesce(p_window, window_ends_at),
        due_at = CASE WHEN p_keep_due THEN due_at ELSE p_due END
      WHERE id = p_id RETURNING * INTO v_row;
  END IF;
  attempt := v_row;
  RETURN NEXT;
END $fn$;

CREATE FUNCTION ventanilla.claim_attempts(p_limit bigint, p_lease bigint, p_bank text)
RETURNS SETOF ventanilla.attempts LANGUAGE plpgsql AS $fn$
DECLARE
  v_now bigint := ventanilla.now_ms();
  v_ids text[];
BEGIN
  PERFORM ventanilla.require_read_committed();
  -- In the order of an index: locking rows out of a sort would sort all that is due for each claim.
  v_ids := ARRAY(SELECT id FROM ventanilla.attempts
    WHERE due_at <= v_now AND window_ends_at > v_now AND bank IN ('', p_bank)
    ORDER BY window_ends_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  IF cardinality(v_ids) < p_limit THEN
    v_ids := v_ids || ARRAY(SELECT id FROM ventanilla.attempts
      WHERE due_at <= v_now AND (window_ends_at IS NULL OR window_ends_at <= v_now) AND bank IN ('', p_bank)
      ORDER BY due_at LIMIT p_limit - cardinality(v_ids) FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE ventanilla.attempts a SET due_at = v_now + p_lease, fence = a.fence + 1, tries = a.tries + 1
    WHERE a.id = ANY (v_ids) RETURNING a.*
  )
  SELECT * FROM claimed ORDER BY (window_ends_at IS NULL OR window_ends_at <= v_now), window_ends_at, seq;
END $fn$;

CREATE FUNCTION ventanilla.is_money(p_type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  $fn$ SELECT p_type IN ('order.paid', 'order.paidAgain') $fn$;

CREATE FUNCTION ventanilla.claim_events(p_limit bigint, p_lease bigint, p_bank text) RETURNS SETOF ventanilla.outbox
LANGUAGE plpgsql AS $fn$
DECLARE
  v_now bigint := ventanilla.now_ms();
BEGIN
  PERFORM ventanilla.require_read_committed();
  RETURN QUERY
  WITH due AS MATERIALIZED (
    SELECT o.id FROM ventanilla.outbox o WHERE o.due_at <= v_now AND o.bank IN ('', p_bank)
      -- A predecessor keeps the others back until it is delivered or dead, leased or not. Money is kept back by money,
      -- and by what this router is about to claim; not by a hook that fails or hangs, nor by a router that is gone.
      AND NOT EXISTS (SELECT FROM ventanilla.outbox e
        WHERE e.order_id = o.order_id AND e.due_at IS NOT NULL AND e.seq < o.seq
          AND (NOT ventanilla.is_money(o.type) OR ventanilla.is_money(e.type)
            OR (e.tries = 0 AND e.bank IN ('', p_bank))))
    ORDER BY o.due_at, o.seq LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE ventanilla.outbox o SET due_at = v_now + p_lease, fence = o.fence + 1, tries = o.tries + 1
    FROM due WHERE o.id = due.id RETURNING o.*
  )
  SELECT * FROM claimed ORDER BY seq;
END $fn$;

CREATE FUNCTION ventanilla.renew_claim(p_event text, p_fence bigint, p_lease bigint) RETURNS boolean
LANGUAGE plpgsql AS $fn$
BEGIN
  UPDATE ventanilla.outbox SET due_at = ventanilla.now_ms() + p_lease
    WHERE id = (SELECT id FROM ventanilla.outbox WHERE id = p_event AND fence = p_fence AND due_at IS NOT NULL
      FOR UPDATE SKIP LOCKED);
  -- The open transaction of its delivery locks the row: that keeps others away for as long as it lasts.
  RETURN FOUND
    OR EXISTS (SELECT FROM ventanilla.outbox WHERE id = p_event AND fence = p_fence AND due_at IS NOT NULL);
END $fn$;
`;

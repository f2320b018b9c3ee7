/**
 * The functions of version 1. Later versions replace `insert_attempt`, `transition` and `claim_attempts`: see
 * `deciding-functions.ts` and `version-2.ts`. `claim_events` and `settle_claim` are not called any more: see `outbox.ts`.
 *
 * Each write that decides something is one function, so it is one statement for the caller and one transaction for the
 * database. Under READ COMMITTED every statement in a function sees what was committed before that statement: what it
 * reads after taking a lock includes the writes of the lock's last holder.
 *
 * Who pays an order, and the order of its events, depend on several rows. Writes that touch these take the advisory
 * lock of the order first, and row locks after it.
 */
export const functions = `
CREATE FUNCTION ventanilla.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
  $fn$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $fn$;

CREATE FUNCTION ventanilla.lock_order(p_order text) RETURNS void LANGUAGE sql VOLATILE AS
  $fn$ SELECT pg_advisory_xact_lock(hashtextextended(p_order, 7236831)) $fn$;

CREATE FUNCTION ventanilla.next_transaction_id() RETURNS text LANGUAGE plpgsql AS $fn$
DECLARE
  v_id text;
BEGIN
  LOOP
    v_id := nextval('ventanilla.transaction_ids')::text;
    EXIT WHEN NOT EXISTS (SELECT FROM ventanilla.attempts WHERE transaction_id = v_id AND state <= 'opened');
  END LOOP;
  RETURN v_id;
END $fn$;

CREATE FUNCTION ventanilla.insert_attempt(
  p_id text, p_order text, p_amount bigint, p_tax bigint, p_currency text, p_browser text, p_facts jsonb,
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
        AND (state <> 'opened' OR window_ends_at > p_joinable)
      ORDER BY seq DESC LIMIT 1;
  END IF;
  IF FOUND THEN
    INSERT INTO ventanilla.launches VALUES (p_id, v_row.id, p_browser) ON CONFLICT (id) DO NOTHING;
  ELSE
    kind := 'inserted';
    -- A form sent a second time carries an id that another attempt owns already; a new attempt gets its own.
    LOOP
      INSERT INTO ventanilla.launches VALUES (v_id, v_id, p_browser) ON CONFLICT (id) DO NOTHING;
      EXIT WHEN FOUND;
      v_id := gen_random_uuid()::text;
    END LOOP;
    INSERT INTO ventanilla.attempts
      (id, order_id, transaction_id, amount, tax, currency, created_at, due_at, facts)
      VALUES (v_id, p_order, ventanilla.next_transaction_id(), p_amount, p_tax, p_currency, ventanilla.now_ms(), p_due,
        p_facts)
      RETURNING * INTO v_row;
  END IF;
  attempt := v_row;
  RETURN NEXT;
END $fn$;

CREATE FUNCTION ventanilla.transition(
  p_id text, p_version bigint, p_state ventanilla.state, p_facts jsonb, p_window bigint, p_return_hash text,
  p_due bigint, p_keep_due boolean
) RETURNS TABLE (written boolean, attempt ventanilla.attempts) LANGUAGE plpgsql AS $fn$
DECLARE
  v_row ventanilla.attempts;
  v_state ventanilla.state := p_state;
  v_facts jsonb := p_facts;
  v_first boolean := true;
BEGIN
  IF p_state > 'opened' THEN
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
      INSERT INTO ventanilla.approvals (attempt_id, order_id, reference, first)
        VALUES (p_id, v_row.order_id, p_facts #>> '{verdict,reference}', v_first)
        ON CONFLICT (reference) DO NOTHING;
      IF NOT FOUND THEN
        v_state := 'review';
        v_facts := jsonb_set(p_facts, '{verdict,mismatch}', '["RetrievalReferenceNumber"]');
      END IF;
    END IF;
    IF v_state <> v_row.state AND v_state > 'opened' THEN
      INSERT INTO ventanilla.outbox (id, type, order_id, attempt_id, verdict, created_at, due_at)
        SELECT
          CASE WHEN v_state < 'approved' THEN v_state || ':' || p_id
            WHEN v_first THEN 'paid:' || v_row.order_id ELSE 'paidAgain:' || p_id END,
          CASE WHEN v_state < 'approved' THEN 'attempt.' || v_state
            WHEN v_first THEN 'order.paid' ELSE 'order.paidAgain' END,
          v_row.order_id, p_id, v_facts -> 'verdict', t.now, t.now
        FROM ventanilla.now_ms() AS t (now);
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

CREATE FUNCTION ventanilla.claim_attempts(p_limit bigint, p_lease bigint) RETURNS SETOF ventanilla.attempts
LANGUAGE plpgsql AS $fn$
DECLARE
  v_now bigint := ventanilla.now_ms();
  v_ids text[];
BEGIN
  -- In the order of an index: locking rows out of a sort would sort all that is due for each claim.
  v_ids := ARRAY(SELECT id FROM ventanilla.attempts WHERE due_at <= v_now AND window_ends_at > v_now
    ORDER BY window_ends_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  IF cardinality(v_ids) < p_limit THEN
    v_ids := v_ids || ARRAY(SELECT id FROM ventanilla.attempts
      WHERE due_at <= v_now AND (window_ends_at IS NULL OR window_ends_at <= v_now)
      ORDER BY due_at LIMIT p_limit - cardinality(v_ids) FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE ventanilla.attempts a SET due_at = v_now + p_lease, fence = a.fence + 1, tries = a.tries + 1
    WHERE a.id = ANY (v_ids) RETURNING a.*
  )
  SELECT * FROM claimed ORDER BY (window_ends_at IS NULL OR window_ends_at <= v_now), window_ends_at, seq;
END $fn$;

CREATE FUNCTION ventanilla.claim_events(p_limit bigint, p_lease bigint) RETURNS SETOF ventanilla.outbox
LANGUAGE plpgsql AS $fn$
DECLARE
  v_now bigint := ventanilla.now_ms();
BEGIN
  RETURN QUERY
  WITH due AS MATERIALIZED (
    SELECT o.id FROM ventanilla.outbox o WHERE o.due_at <= v_now
      -- A predecessor keeps the others back until it is delivered or dead, leased or not.
      AND NOT EXISTS (SELECT FROM ventanilla.outbox e
        WHERE e.order_id = o.order_id AND e.due_at IS NOT NULL AND e.seq < o.seq)
    ORDER BY o.due_at, o.seq LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE ventanilla.outbox o SET due_at = v_now + p_lease, fence = o.fence + 1, tries = o.tries + 1
    FROM due WHERE o.id = due.id RETURNING o.*
  )
  SELECT * FROM claimed ORDER BY seq;
END $fn$;

CREATE FUNCTION ventanilla.settle_claim(p_event text, p_fence bigint, p_retry bigint, p_dead boolean, p_error text)
RETURNS SETOF boolean LANGUAGE sql VOLATILE AS $fn$
  UPDATE ventanilla.outbox SET due_at = p_retry, dead = p_dead, error = p_error,
      delivered_at = CASE WHEN p_retry IS NULL AND NOT p_dead THEN ventanilla.now_ms() END
    WHERE id = p_event AND fence = p_fence AND due_at IS NOT NULL
    RETURNING true
$fn$;

CREATE FUNCTION ventanilla.revive_event(p_event text) RETURNS boolean LANGUAGE plpgsql AS $fn$
BEGIN
  PERFORM ventanilla.lock_order(order_id) FROM ventanilla.outbox WHERE id = p_event AND dead;
  -- Others of its order may be leased by now: it goes to the end of the line, never beside them.
  UPDATE ventanilla.outbox SET dead = false, due_at = ventanilla.now_ms(), fence = fence + 1,
      seq = nextval(pg_get_serial_sequence('ventanilla.outbox', 'seq'))
    WHERE id = p_event AND dead;
  RETURN FOUND;
END $fn$;
`;

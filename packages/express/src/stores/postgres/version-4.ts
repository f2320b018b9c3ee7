/**
 * Version 4 adds the references of orders whose ids the bank does not take. `insert_attempt` gets one more argument: the
 * function of version 3 stays beside it, so that processes of that version go on during an update, without references.
 */
export const version4 = `
CREATE TABLE ventanilla.order_references (
  reference text PRIMARY KEY,
  order_id  text NOT NULL UNIQUE
);

-- The facts of a new attempt: the first attempt of an order claims its reference, and the others have the same.
CREATE FUNCTION ventanilla.claim_reference(p_order text, p_reference text, p_facts jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $fn$
DECLARE
  v_reference text;
BEGIN
  SELECT facts ->> 'orderReference' INTO v_reference FROM ventanilla.attempts
    WHERE order_id = p_order ORDER BY seq LIMIT 1;
  IF NOT FOUND THEN
    IF p_reference IS NOT NULL THEN
      INSERT INTO ventanilla.order_references VALUES (p_reference, p_order) ON CONFLICT DO NOTHING;
    END IF;
    -- An order whose attempts somebody has deleted keeps its reference.
    SELECT reference INTO v_reference FROM ventanilla.order_references WHERE order_id = p_order;
    IF FOUND AND EXISTS (SELECT FROM ventanilla.attempts WHERE order_id = v_reference)
      OR NOT FOUND AND (p_reference IS NOT NULL
        OR EXISTS (SELECT FROM ventanilla.order_references WHERE reference = p_order))
    THEN
      RAISE EXCEPTION 'another order has this reference' USING ERRCODE = 'VT001';
    END IF;
  END IF;
  RETURN CASE WHEN v_reference IS NULL THEN p_facts - 'orderReference'
    ELSE jsonb_set(p_facts, '{orderReference}', to_jsonb(v_reference)) END;
END $fn$;

CREATE FUNCTION ventanilla.insert_attempt(
  p_id text, p_order text, p_bank text, p_amount bigint, p_tax bigint, p_currency text, p_browser text, p_facts jsonb,
  p_due bigint, p_joinable bigint, p_reference text
) RETURNS TABLE (kind text, attempt ventanilla.attempts) LANGUAGE plpgsql AS $fn$
DECLARE
  v_row ventanilla.attempts;
  v_id text := p_id;
  v_is_capture boolean := p_facts ? 'captureOf';
BEGIN
  -- The reference may be the id of an order that is inserted at this moment. Always in one order: no two wait for each
  -- other.
  PERFORM ventanilla.lock_order(LEAST(p_order, p_reference));
  IF p_reference IS NOT NULL THEN
    PERFORM ventanilla.lock_order(GREATEST(p_order, p_reference));
  END IF;
  IF v_is_capture THEN
    SELECT * INTO v_row FROM ventanilla.attempts
      WHERE order_id = p_order AND facts ? 'captureOf'
        AND (state IN ('approved', 'preparing', 'opened')
          OR state IN ('unknown', 'review') AND facts -> 'resolution' IS NULL)
      -- One that is done comes before one in doubt, and that before one that is open.
      ORDER BY state DESC, seq DESC LIMIT 1;
    kind := CASE WHEN v_row.state = 'approved' THEN 'paid' WHEN v_row.state <= 'opened' THEN 'joined' ELSE 'blocked' END;
  ELSE
    kind := 'paid';
    SELECT a.* INTO v_row FROM ventanilla.approvals p JOIN ventanilla.attempts a ON a.id = p.attempt_id
      WHERE p.order_id = p_order AND a.facts -> 'released' IS NULL ORDER BY p.first DESC, a.seq LIMIT 1;
  END IF;
  IF NOT FOUND AND NOT v_is_capture THEN
    kind := 'blocked';
    SELECT * INTO v_row FROM ventanilla.attempts
      WHERE order_id = p_order AND (state IN ('unknown', 'review') AND facts -> 'resolution' IS NULL
        -- Its authorization is over by now, and the capture may still settle it.
        OR state <= 'opened' AND facts ? 'captureOf')
      ORDER BY state <= 'opened', seq DESC LIMIT 1;
  END IF;
  IF NOT FOUND AND NOT v_is_capture THEN
    kind := 'joined';
    SELECT * INTO v_row FROM ventanilla.attempts
      WHERE order_id = p_order AND state <= 'opened' AND amount = p_amount AND tax = p_tax AND currency = p_currency
        AND bank IN ('', p_bank) AND (state <> 'opened' OR window_ends_at > p_joinable)
        AND facts ->> 'capture' IS NOT DISTINCT FROM p_facts ->> 'capture'
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
        ventanilla.now_ms(), p_due, ventanilla.claim_reference(p_order, p_reference, p_facts))
      RETURNING * INTO v_row;
  END IF;
  attempt := v_row;
  RETURN NEXT;
END $fn$;
`;

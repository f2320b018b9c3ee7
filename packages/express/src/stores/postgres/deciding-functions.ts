import { whereResolvable } from "./where-resolvable.ts";

/** `isHolding` of `authorization.ts`, for an attempt that is approved. */
const whereHolding = `(NOT a.facts ? 'capture' OR NOT a.facts ? 'released' AND NOT a.facts ? 'givenBack' AND NOT (
        a.facts #> '{handled,returned}' IS NOT DISTINCT FROM 'true'::jsonb
        AND coalesce(a.facts #>> '{handled,returnedAttempt}', a.id) = a.id))`;

/** `isOfSameMerchant` of `rules.ts`. */
const isOfSameMerchant = `bank IN ('', p_bank) AND coalesce(facts ->> 'merchantNumber', p_facts ->> 'merchantNumber')
          IS NOT DISTINCT FROM p_facts ->> 'merchantNumber'`;

/**
 * The two functions that decide: which attempt serves a launch (`Store.insertAttempt`), and what becomes of an approval
 * (`Store.transition`). In full, as they are today: they replace those of earlier versions. Their rules are those of
 * `rules.ts`, `needs-person.ts`, `authorization.ts` and `holds-order.ts`, whose 5, 30 and 40 minutes are in milliseconds here.
 *
 * A database that has taken the last version gets no change of them. So a change comes with a version of its own: append
 * them to `versions16On`, and make the one that was last `superseded`. Version 17 has them, too: what they ask for must be
 * in its tables, or that version needs a text of its own.
 */
export const decidingFunctions = `
CREATE OR REPLACE FUNCTION ventanilla.insert_attempt(
  p_id text, p_order text, p_bank text, p_amount bigint, p_tax bigint, p_currency text, p_browser text, p_facts jsonb,
  p_due bigint, p_joinable bigint, p_reference text
) RETURNS TABLE (kind text, attempt ventanilla.attempts) LANGUAGE plpgsql AS $fn$
DECLARE
  v_row ventanilla.attempts;
  v_held ventanilla.attempts;
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
          OR ${whereResolvable})
      -- One that is done comes before one in doubt, and that before one that is open.
      ORDER BY state DESC, seq DESC LIMIT 1;
    kind := CASE WHEN v_row.state = 'approved' THEN 'paid' WHEN v_row.state <= 'opened' THEN 'joined' ELSE 'blocked' END;
  ELSE
    kind := 'paid';
    SELECT a.* INTO v_row FROM ventanilla.approvals p JOIN ventanilla.attempts a ON a.id = p.attempt_id
      WHERE p.order_id = p_order AND ${whereHolding}
      ORDER BY p.first DESC, a.seq LIMIT 1;
  END IF;
  IF NOT FOUND AND NOT v_is_capture THEN
    kind := 'blocked';
    SELECT * INTO v_row FROM ventanilla.attempts
      WHERE order_id = p_order AND (
        ${whereResolvable}
        -- Its authorization is over by now, and the capture may still settle it.
        OR state <= 'opened' AND facts ? 'captureOf')
      ORDER BY state <= 'opened', seq DESC LIMIT 1;
  END IF;
  IF NOT FOUND AND NOT v_is_capture THEN
    kind := 'joined';
    SELECT * INTO v_row FROM ventanilla.attempts
      WHERE order_id = p_order AND state <= 'opened' AND amount = p_amount AND tax = p_tax AND currency = p_currency
        AND ${isOfSameMerchant} AND (state <> 'opened' OR window_ends_at > p_joinable)
        AND facts ->> 'capture' IS NOT DISTINCT FROM p_facts ->> 'capture'
      ORDER BY seq DESC LIMIT 1;
  END IF;
  IF kind = 'joined' AND NOT v_is_capture THEN
    -- holdsOrder: a session that the launch does not join may have been paid, or may be at this moment.
    SELECT * INTO v_held FROM ventanilla.attempts
      WHERE order_id = p_order AND id IS DISTINCT FROM v_row.id
        AND GREATEST(coalesce(window_ends_at, created_at + 1800000), (facts ->> 'goneAt')::bigint) + 2400000
          > p_joinable
        AND (state <= 'opened' AND NOT facts ? 'launchFailure' AND NOT (${isOfSameMerchant}) -- holdsElsewhere
          OR (state = 'opened' OR state = 'declined' AND facts ? 'sealedKey')
            AND NOT (coalesce((facts ->> 'clearAt')::bigint >= p_joinable - 300000, false)
              AND (state = 'declined' OR NOT facts ? 'cardSentAt')))
      ORDER BY seq DESC LIMIT 1;
    IF FOUND THEN
      kind := 'blocked';
      v_row := v_held;
    END IF;
  END IF;
  IF v_row.id IS NOT NULL THEN
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
        ventanilla.now_ms(), p_due, ventanilla.claim_reference(p_order, p_reference, p_facts - 'spellingKey'))
      RETURNING * INTO v_row;
    IF p_facts ? 'spellingKey' THEN
      INSERT INTO ventanilla.launches VALUES (p_facts ->> 'spellingKey', v_row.id, '') ON CONFLICT (id) DO NOTHING;
      SELECT a.* INTO v_held FROM ventanilla.launches l JOIN ventanilla.attempts a ON a.id = l.attempt_id
        WHERE l.id = p_facts ->> 'spellingKey';
      IF v_held.order_id <> p_order THEN
        RAISE EXCEPTION USING ERRCODE = 'VT002', MESSAGE = v_held.order_id;
      END IF;
    END IF;
  END IF;
  attempt := v_row;
  RETURN NEXT;
END $fn$;

CREATE OR REPLACE FUNCTION ventanilla.transition(
  p_id text, p_version bigint, p_state ventanilla.state, p_facts jsonb, p_window bigint, p_return_hash text,
  p_due bigint, p_keep_due boolean, p_announce text
) RETURNS TABLE (written boolean, attempt ventanilla.attempts) LANGUAGE plpgsql AS $fn$
DECLARE
  v_row ventanilla.attempts;
  v_state ventanilla.state := p_state;
  v_facts jsonb := p_facts;
  v_announce text := p_announce;
  v_first boolean;
  v_reference text;
  v_capture_of text := p_facts ->> 'captureOf';
  v_is_payment boolean := NOT p_facts ? 'capture';
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
      -- Who pays is first among payments, sales and captures; who authorizes, among all that is not released.
      v_first := NOT EXISTS (SELECT FROM ventanilla.approvals p JOIN ventanilla.attempts a ON a.id = p.attempt_id
        WHERE p.order_id = v_row.order_id AND CASE WHEN v_is_payment THEN p.first ELSE ${whereHolding} END);
      -- References are unique for each bank, without the zeros before them: withoutZeros.
      v_reference := CASE v_row.bank WHEN '' THEN '' ELSE v_row.bank || ' ' END
        || regexp_replace(p_facts #>> '{verdict,reference}', '^0+(?=[0-9]+$)', '');
      -- A bank may answer a capture with its authorization's own reference.
      IF EXISTS (SELECT FROM ventanilla.approvals WHERE reference = v_reference AND attempt_id = v_capture_of) THEN
        v_reference := NULL;
      END IF;
      INSERT INTO ventanilla.approvals (attempt_id, order_id, reference, first)
        VALUES (p_id, v_row.order_id, v_reference, v_first AND v_is_payment) ON CONFLICT (reference) DO NOTHING;
      IF NOT FOUND THEN
        -- hasNamedReference
        IF p_facts #> '{resolution,reference}' IS NOT NULL THEN
          written := false;
          attempt := v_row;
          RETURN NEXT;
          RETURN;
        END IF;
        v_state := 'review';
        v_announce := 'attempt.review';
        v_facts := jsonb_set(p_facts, '{verdict,mismatch}',
          coalesce(p_facts #> '{verdict,mismatch}', '[]') - 'RetrievalReferenceNumber' || '["RetrievalReferenceNumber"]');
      ELSIF NOT v_first THEN
        v_facts := jsonb_set(p_facts, '{furtherApproval}', 'true');
        v_announce := CASE WHEN v_announce IS NOT NULL THEN 'order.paidAgain' END;
      END IF;
    ELSIF v_announce IN ('order.paid', 'order.authorized') THEN
      RAISE EXCEPTION 'postgresStore: % goes with the move to approved, and with nothing else', v_announce;
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
`;

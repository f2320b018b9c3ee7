import { version3 } from "./version-3.ts";
import { version4 } from "./version-4.ts";

/**
 * Version 5 adds what the staff did, and the alerts that were sent. Processes of version 4 go on.
 */
export const version5 = `
CREATE TABLE ventanilla.staff_actions (
  seq     bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at      bigint NOT NULL,
  by_name text NOT NULL,
  action  text NOT NULL,
  subject text NOT NULL,
  note    text
);
CREATE INDEX staff_actions_by_subject ON ventanilla.staff_actions (subject, seq);

CREATE TABLE ventanilla.alerts (
  key text PRIMARY KEY,
  at  bigint NOT NULL
);
`;

/**
 * `awaitsResolution` of `needs-person.ts`, for its index and for reading by it. Part of a published version: it never
 * changes.
 */
export const whereResolvable: string = `(state IN ('unknown', 'review') OR state = 'declined' AND facts ? 'unconfirmedAt')
       AND facts #> '{resolution,paid}' IS DISTINCT FROM 'false'::jsonb`;

/** `isPaidTwice` of `needs-person.ts`, in the same way. */
export const wherePaidTwice: string =
  "state = 'approved' AND facts ? 'furtherApproval' AND NOT facts ? 'released' AND NOT facts ? 'handled'";

/**
 * The versions after it add the indexes of the staff's lists, see `counter/query.ts` and `watch.ts`, and the
 * index by which launches look for the approvals of an order. Each is a version of its own: writes wait while one is
 * built, about a second for a million attempts, and go on before the next one. Nothing that processes of version 4 use
 * is dropped: that would have to wait for every reader, too.
 */
export const versions6On: readonly string[] = [
  "outbox_by_order ON ventanilla.outbox (order_id, seq)",
  "attempts_by_state ON ventanilla.attempts (state, currency, created_at, seq)",
  "attempts_by_amount ON ventanilla.attempts (currency, amount, state, created_at, seq)",
  `attempts_by_reference ON ventanilla.attempts ((facts -> 'verdict' ->> 'reference'), created_at, seq)
     WHERE (facts -> 'verdict' ->> 'reference') IS NOT NULL`,
  `attempts_by_authorization ON ventanilla.attempts ((facts -> 'verdict' ->> 'authorizationCode'), created_at, seq)
     WHERE (facts -> 'verdict' ->> 'authorizationCode') IS NOT NULL`,
  `attempts_by_card ON ventanilla.attempts (right((facts -> 'verdict' ->> 'maskedCard'), 4), created_at, seq)
     WHERE right((facts -> 'verdict' ->> 'maskedCard'), 4) IS NOT NULL`,
  `attempts_by_settled ON ventanilla.attempts (state, (coalesce((facts ->> 'settledAt')::bigint, created_at)), seq)
     WHERE state NOT IN ('preparing', 'opened')`,
  `attempts_resolvable ON ventanilla.attempts (seq, state)
     WHERE ${whereResolvable}`,
  `attempts_paid_twice ON ventanilla.attempts (seq)
     WHERE ${wherePaidTwice}`,
  "approvals_by_order ON ventanilla.approvals (order_id)",
].map((index) => `CREATE INDEX ${index};`);

const insertionOfVersion4 = version4.slice(version4.indexOf("CREATE FUNCTION ventanilla.insert_attempt("));

/**
 * The version after the indexes: an attempt whose resolution says paid, and that is not approved yet, keeps its order
 * from being paid again.
 */
export const versionOfInsertion: string = insertionOfVersion4
  .replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
  .replaceAll("facts -> 'resolution' IS NULL", "facts #> '{resolution,paid}' IS DISTINCT FROM 'false'::jsonb");

const transitionStart = "CREATE OR REPLACE FUNCTION ventanilla.transition(";
const fromTransition = version3.slice(version3.indexOf(transitionStart));
const transitionOfVersion3 = fromTransition.slice(0, fromTransition.indexOf("$fn$;") + "$fn$;".length);

const transitionOfReferences = transitionOfVersion3.replace(
  "(p_facts #>> '{verdict,reference}');",
  "regexp_replace(p_facts #>> '{verdict,reference}', '^0+(?=[0-9]+$)', '');",
);

/**
 * The version after it makes references of digits unique without the zeros before them: `withoutZeros` of `rules.ts`. When
 * two attempts with the same one were approved before, both stay as they are.
 */
export const versionOfReferences: string = `${transitionOfReferences}

LOCK TABLE ventanilla.approvals IN SHARE ROW EXCLUSIVE MODE;
UPDATE ventanilla.approvals AS a SET reference = c.canonical FROM (
    SELECT DISTINCT ON (canonical) attempt_id, canonical FROM (
      SELECT attempt_id, regexp_replace(reference, '(^| )0+(?=[0-9]+$)', '\\1') AS canonical
      FROM ventanilla.approvals WHERE reference ~ '(^| )0+[0-9]+$') AS zeros
    ORDER BY canonical, attempt_id) AS c
  WHERE a.attempt_id = c.attempt_id
    AND NOT EXISTS (SELECT FROM ventanilla.approvals AS o WHERE o.reference = c.canonical);
`;

/**
 * `isHolding` of `authorization.ts`, for an attempt that is approved. Part of a published version: it never changes.
 */
const whereHolding = `(NOT a.facts ? 'capture' OR NOT a.facts ? 'released' AND NOT a.facts ? 'givenBack' AND NOT (
        a.facts #> '{handled,returned}' IS NOT DISTINCT FROM 'true'::jsonb
        AND coalesce(a.facts #>> '{handled,returnedAttempt}', a.id) = a.id))`;

const review = "v_state := 'review';";
/** `hasNamedReference` of `rules.ts`. */
const refusedOrReview = `IF p_facts #> '{resolution,reference}' IS NOT NULL THEN
          written := false;
          attempt := v_row;
          RETURN NEXT;
          RETURN;
        END IF;
        ${review}`;

/**
 * The version after that. An order whose authorizations were all released or given back can be paid again. An approval is
 * refused when a person has named its reference and another attempt has it.
 */
export const versionOfResolutions: string = [
  versionOfInsertion,
  transitionOfReferences.replace(review, refusedOrReview),
]
  .map((version) => version.replace("a.facts -> 'released' IS NULL", whereHolding))
  .join("\n");

const transitionOfResolutions = versionOfResolutions.slice(versionOfResolutions.indexOf(transitionStart));

/**
 * The version after that. A reference that another attempt has is added to what else contradicts the approval, in the
 * place of replacing it.
 */
export const versionOfMismatches: string = transitionOfResolutions.replace(
  `'["RetrievalReferenceNumber"]'`,
  `coalesce(p_facts #> '{verdict,mismatch}', '[]') - 'RetrievalReferenceNumber' || '["RetrievalReferenceNumber"]'`,
);

const insertionOfResolutions = versionOfResolutions.slice(0, versionOfResolutions.indexOf(transitionStart));

/**
 * The version after that: an attempt that is `isUnderWay` of `under-way.ts`, and that the launch does not join, keeps
 * its order from being paid in another session.
 */
export const versionOfUnderWay: string = insertionOfResolutions
  .replace("  v_row ventanilla.attempts;", (row) => `${row}\n  v_held ventanilla.attempts;`)
  .replace(
    "  IF FOUND THEN\n    -- Who was refused",
    `  IF kind = 'joined' AND NOT v_is_capture THEN
    SELECT * INTO v_held FROM ventanilla.attempts
      WHERE order_id = p_order AND id IS DISTINCT FROM v_row.id
        AND coalesce(window_ends_at, created_at + 1800000) + 2400000 > p_joinable
        AND (state = 'declined' AND facts ? 'sealedKey' AND NOT facts ? 'clearAt'
          OR state = 'opened' AND (facts ? 'cardSentAt'
            OR (facts ->> 'returnedAt')::bigint < coalesce(window_ends_at, created_at + 1800000)
              AND NOT facts ? 'clearAt'
              AND NOT (coalesce(facts ->> 'returnedVia', '') = 'cancel'
                AND coalesce((facts ->> 'emptyAnswers')::bigint, 0) >= 2)))
      ORDER BY seq DESC LIMIT 1;
    IF FOUND THEN
      kind := 'blocked';
      v_row := v_held;
    END IF;
  END IF;
  IF v_row.id IS NOT NULL THEN
    -- Who was refused`,
  );

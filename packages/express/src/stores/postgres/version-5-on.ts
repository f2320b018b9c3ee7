import { decidingFunctions } from "./deciding-functions.ts";
import { version22 } from "./version-22.ts";
import { whereResolvable } from "./where-resolvable.ts";

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

/** A version whose functions a later one has replaced: nothing of it is left to do. */
const superseded = "-- replaced by a later version";

/**
 * The version that makes references of digits unique without the zeros before them: `withoutZeros` of `rules.ts`. When
 * two attempts with the same one were approved before, both stay as they are. It replaces the functions in the same
 * transaction: no approval comes in between.
 */
const versionOfReferences = `${decidingFunctions}

LOCK TABLE ventanilla.approvals IN SHARE ROW EXCLUSIVE MODE;
UPDATE ventanilla.approvals AS a SET reference = c.canonical FROM (
    SELECT DISTINCT ON (canonical) attempt_id, canonical FROM (
      SELECT attempt_id, regexp_replace(reference, '(^| )0+(?=[0-9]+$)', '\\1') AS canonical
      FROM ventanilla.approvals WHERE reference ~ '(^| )0+[0-9]+$') AS zeros
    ORDER BY canonical, attempt_id) AS c
  WHERE a.attempt_id = c.attempt_id
    AND NOT EXISTS (SELECT FROM ventanilla.approvals AS o WHERE o.reference = c.canonical);
`;

/** The versions of the deciding functions. The last one brings those of today to tables that had earlier ones. */
export const versions16On: readonly string[] = [
  superseded,
  versionOfReferences,
  superseded,
  superseded,
  superseded,
  superseded,
  version22,
  superseded,
  decidingFunctions,
];

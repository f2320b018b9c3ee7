/**
 * Version 5 adds what the shop's staff looks at: lists of attempts, what the staff did, and the alerts that were sent.
 * The indexes serve the lists of `counter-query.ts`. No function changes: processes of version 4 go on.
 */
export const version5 = `
CREATE INDEX attempts_by_state ON ventanilla.attempts (state, currency, created_at, seq);
CREATE INDEX attempts_by_amount ON ventanilla.attempts (currency, amount, state, created_at, seq);
CREATE INDEX attempts_by_reference ON ventanilla.attempts ((facts -> 'verdict' ->> 'reference'), created_at, seq)
  WHERE (facts -> 'verdict' ->> 'reference') IS NOT NULL;
CREATE INDEX attempts_by_authorization
  ON ventanilla.attempts ((facts -> 'verdict' ->> 'authorizationCode'), created_at, seq)
  WHERE (facts -> 'verdict' ->> 'authorizationCode') IS NOT NULL;
CREATE INDEX attempts_by_card ON ventanilla.attempts (right((facts -> 'verdict' ->> 'maskedCard'), 4), created_at, seq)
  WHERE right((facts -> 'verdict' ->> 'maskedCard'), 4) IS NOT NULL;
CREATE INDEX attempts_by_settled
  ON ventanilla.attempts (state, (coalesce((facts ->> 'settledAt')::bigint, created_at)), seq)
  WHERE state NOT IN ('preparing', 'opened');
CREATE INDEX outbox_by_order ON ventanilla.outbox (order_id, seq);
CREATE INDEX attempts_unconfirmed ON ventanilla.attempts (seq)
  WHERE state = 'declined' AND facts ? 'unconfirmedAt' AND facts -> 'resolution' IS NULL;
CREATE INDEX attempts_paid_twice ON ventanilla.attempts (seq)
  WHERE state = 'approved' AND facts ? 'furtherApproval' AND NOT facts ? 'released' AND NOT facts ? 'handled';
DROP INDEX ventanilla.outbox_waiting;

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

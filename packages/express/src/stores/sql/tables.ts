/** What differs between the engines in the definition of tables. */
export interface TypeNames {
  /** A number that grows with each row. */
  serial: string;
  int: string;
  /** A text of up to so many characters, compared byte by byte; without a length, of any, and never compared. */
  text(length?: number): string;
  /** After the columns of a table. */
  options: string;
  /** Whether an index may leave out the rows without a value. */
  hasPartialIndexes: boolean;
}

/**
 * The tables. Attempts, events and actions are JSON; what SQL finds, counts and claims them by is a column beside it, for
 * attempts that which `shelfOf` says. Only what waits has values in the columns that indexes leave empty rows out of, so these stay as small as the work that is left.
 *
 * - `orders`: one row for each order that was launched. Its version changes with every plan about the order. `kept`: what
 *   is left of the attempt that paid a pruned order, as JSON.
 * - `returns`: what went back of payments, one row for each part.
 * - `tallies`: sums of spans that are over, as JSON: what changes such a span deletes its row.
 * - `launches`: the ids of launches that got an attempt which was there already.
 * - `outbox`: events, whose ids are longer than those of their orders. `due_at` is also the end of a lease, and empty once an event is delivered or dead.
 */
const tables = `
CREATE TABLE @attempts (
  seq @serial, scope @name NOT NULL, id @key NOT NULL, order_id @key NOT NULL, bank @text NOT NULL,
  state @name NOT NULL, version @int NOT NULL, live_transaction_id @name, amount @int NOT NULL, currency @name NOT NULL,
  browser_hash @key NOT NULL, return_hash @key, created_at @int NOT NULL, payable_until @int, asked_until @int,
  overtime @int, unclear @int, queryable @int,
  due_at @int, fence @int NOT NULL, tries @int NOT NULL,
  section @name NOT NULL, waits_for @name, reached_at @int NOT NULL,
  counted @int NOT NULL, reversal @int, part @int, unnamed_part @int, email_key @key,
  scheme @name, branch @key, product @key, reference_key @key, code_key @key, last_four @name, approval_key @wide,
  attempt @text NOT NULL
)@options;
CREATE UNIQUE INDEX attempts_by_id ON @attempts (scope, id);
CREATE INDEX attempts_by_order ON @attempts (scope, order_id, seq);
CREATE INDEX attempts_by_section ON @attempts (scope, section, currency, created_at, seq);
CREATE INDEX attempts_by_amount ON @attempts (scope, currency, amount, section, created_at, seq);
CREATE INDEX attempts_by_reached ON @attempts (scope, reached_at, seq, section, currency, scheme, branch);
CREATE INDEX attempts_by_product ON @attempts (scope, product, reached_at, seq, section, currency) WHERE product IS NOT NULL;
CREATE INDEX attempts_by_reference ON @attempts (scope, reference_key, created_at, seq) WHERE reference_key IS NOT NULL;
CREATE INDEX attempts_by_code ON @attempts (scope, code_key, created_at, seq) WHERE code_key IS NOT NULL;
CREATE INDEX attempts_by_email ON @attempts (scope, email_key, section, currency, created_at, seq, amount) WHERE email_key IS NOT NULL;
CREATE INDEX attempts_by_card ON @attempts (scope, last_four, created_at, seq) WHERE last_four IS NOT NULL;
CREATE INDEX attempts_waiting ON @attempts (scope, waits_for, seq) WHERE waits_for IS NOT NULL;
CREATE INDEX attempts_due ON @attempts (scope, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX attempts_payable ON @attempts (scope, payable_until, due_at) WHERE payable_until IS NOT NULL;
CREATE UNIQUE INDEX attempts_live ON @attempts (scope, live_transaction_id) WHERE live_transaction_id IS NOT NULL;
CREATE UNIQUE INDEX attempts_by_return ON @attempts (scope, return_hash) WHERE return_hash IS NOT NULL;
CREATE UNIQUE INDEX attempts_by_approval ON @attempts (scope, approval_key) WHERE approval_key IS NOT NULL;

CREATE TABLE @orders (
  scope @name NOT NULL, order_id @key NOT NULL, reference @key NOT NULL, spelling @wide, version @int NOT NULL,
  kept @text,
  PRIMARY KEY (scope, order_id)
)@options;
CREATE UNIQUE INDEX orders_by_reference ON @orders (scope, reference);
CREATE UNIQUE INDEX orders_by_spelling ON @orders (scope, spelling) WHERE spelling IS NOT NULL;

CREATE TABLE @returns (
  seq @serial, scope @name NOT NULL, attempt_id @key NOT NULL, order_id @key NOT NULL,
  returned_at @int NOT NULL, amount @int NOT NULL, currency @name NOT NULL, scheme @name, branch @key,
  product @key
)@options;
CREATE INDEX returns_by_order ON @returns (scope, order_id, attempt_id);
CREATE INDEX returns_by_returned ON @returns (scope, returned_at, seq);

CREATE TABLE @tallies (
  scope @name NOT NULL, from_at @int NOT NULL, until_at @int NOT NULL, split_by @name NOT NULL,
  kept_at @int NOT NULL, sums @text NOT NULL, PRIMARY KEY (scope, from_at, until_at, split_by)
)@options;

CREATE TABLE @launches (
  scope @name NOT NULL, id @key NOT NULL, attempt_id @key NOT NULL, browser_hash @key NOT NULL, PRIMARY KEY (scope, id)
)@options;
CREATE INDEX launches_by_attempt ON @launches (scope, attempt_id);

CREATE TABLE @outbox (
  seq @serial, scope @name NOT NULL, id @wide NOT NULL, order_id @key NOT NULL, bank @text NOT NULL, priority @int NOT NULL,
  event @text NOT NULL, created_at @int NOT NULL, due_at @int, fence @int NOT NULL, tries @int NOT NULL, dead @int NOT NULL,
  error @text, delivered_at @int
)@options;
CREATE UNIQUE INDEX outbox_by_id ON @outbox (scope, id);
CREATE INDEX outbox_by_order ON @outbox (scope, order_id, seq);
CREATE INDEX outbox_due ON @outbox (scope, due_at, seq) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_dead ON @outbox (scope, dead, seq) WHERE dead = 1;

CREATE TABLE @staff_actions (
  seq @serial, scope @name NOT NULL, subject @wide NOT NULL, action @text NOT NULL
)@options;
CREATE INDEX staff_actions_by_subject ON @staff_actions (scope, subject, seq);

CREATE TABLE @alerts (scope @name NOT NULL, alert_key @wide NOT NULL, at @int NOT NULL, PRIMARY KEY (scope, alert_key))@options;
CREATE INDEX alerts_by_time ON @alerts (scope, at);
CREATE TABLE @scopes (scope @name NOT NULL, merchant @text NOT NULL, PRIMARY KEY (scope))@options;
CREATE TABLE @sequences (name @name NOT NULL, value @int NOT NULL, PRIMARY KEY (name))@options;
INSERT INTO @sequences (name, value) VALUES ('transaction', 99999), ('check', 0), ('past', 0);
`;

/**
 * The versions of the tables, oldest first: the statements that lead to each from the one before it. A published version
 * never changes.
 */
export const versions: readonly string[] = [tables];

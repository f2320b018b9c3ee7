import { letOthersWrite, retryAtStart } from "./busy.ts";
import type { SqliteConnection } from "./connection.ts";

/**
 * `awaitsResolution` of `needs-person.ts`, for its index and for reading by it. Part of a published step: it never
 * changes.
 */
export const whereResolvable = `(state IN ('unknown', 'review') OR state = 'declined' AND facts ->> '$.unconfirmedAt' IS NOT NULL)
  AND facts ->> '$.resolution.paid' IS NOT 0`;

/** `isPaidTwice` of `needs-person.ts`, in the same way. */
export const wherePaidTwice = `state = 'approved' AND facts ->> '$.furtherApproval' IS NOT NULL AND facts ->> '$.released' IS NULL
  AND facts ->> '$.handled' IS NULL`;

/**
 * The steps that make the tables of `sqliteStore`. The `user_version` of a file counts the steps that it has taken. A
 * published step never changes. `launches` maps every id a browser launched with to the attempt that serves it;
 * `approvals` holds one row per approved attempt, and at most one `first` per order: the approval that paid it.
 */
const migrations: readonly string[] = [
  `
CREATE TABLE IF NOT EXISTS attempts (
  seq            INTEGER PRIMARY KEY AUTOINCREMENT,
  id             TEXT NOT NULL UNIQUE,
  order_id       TEXT NOT NULL,
  state          TEXT NOT NULL,
  version        INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  amount         INTEGER NOT NULL,
  tax            INTEGER NOT NULL,
  currency       TEXT NOT NULL,
  return_hash    TEXT UNIQUE,
  created_at     INTEGER NOT NULL,
  window_ends_at INTEGER,
  due_at         INTEGER,
  fence          INTEGER NOT NULL DEFAULT 0,
  tries          INTEGER NOT NULL DEFAULT 0,
  facts          TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS attempts_by_order ON attempts (order_id);
CREATE INDEX IF NOT EXISTS attempts_due ON attempts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS attempts_live ON attempts (transaction_id) WHERE state IN ('preparing', 'opened');

CREATE TABLE IF NOT EXISTS launches (
  id           TEXT PRIMARY KEY,
  attempt_id   TEXT NOT NULL REFERENCES attempts (id),
  browser_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS launches_by_attempt ON launches (attempt_id, browser_hash);

CREATE TABLE IF NOT EXISTS approvals (
  attempt_id TEXT PRIMARY KEY REFERENCES attempts (id),
  order_id   TEXT NOT NULL,
  reference  TEXT UNIQUE,
  first      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS paid_once ON approvals (order_id) WHERE first = 1;
CREATE INDEX IF NOT EXISTS approvals_by_order ON approvals (order_id);

CREATE TABLE IF NOT EXISTS outbox (
  seq          INTEGER PRIMARY KEY AUTOINCREMENT,
  id           TEXT NOT NULL UNIQUE,
  type         TEXT NOT NULL,
  order_id     TEXT NOT NULL,
  attempt_id   TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  due_at       INTEGER,
  fence        INTEGER NOT NULL DEFAULT 0,
  tries        INTEGER NOT NULL DEFAULT 0,
  dead         INTEGER NOT NULL DEFAULT 0,
  error        TEXT,
  delivered_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS counters (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
  // Removes unencrypted session keys. What waits is found by its own index.
  `
UPDATE attempts SET facts = json_remove(facts, '$.sessionKey', '$.txToken');
DROP INDEX attempts_due;
CREATE INDEX attempts_due ON attempts (due_at, window_ends_at) WHERE due_at IS NOT NULL;
CREATE INDEX attempts_closing ON attempts (window_ends_at) WHERE state = 'opened';
CREATE INDEX attempts_unresolved ON attempts (state)
  WHERE state IN ('unknown', 'review') AND facts ->> '$.resolution' IS NULL;
ALTER TABLE outbox ADD COLUMN verdict TEXT;
CREATE INDEX outbox_waiting ON outbox (order_id, seq) WHERE delivered_at IS NULL AND dead = 0;
CREATE INDEX outbox_dead ON outbox (seq) WHERE dead = 1;
`,
  // A row with an empty bank is from before banks were kept. The file keeps the state of the clock (see
  // clock.ts).
  `
ALTER TABLE attempts ADD COLUMN bank TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN bank TEXT NOT NULL DEFAULT '';
CREATE TABLE steady_clock (
  id        INTEGER PRIMARY KEY CHECK (id = 1),
  boot      TEXT NOT NULL,
  wall      INTEGER NOT NULL,
  monotonic INTEGER NOT NULL,
  uptime    INTEGER NOT NULL,
  ahead     INTEGER NOT NULL
) STRICT;
`,
  // The references of orders whose ids the bank does not take.
  `
CREATE TABLE order_references (
  reference TEXT PRIMARY KEY,
  order_id  TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
`,
  // What the shop's staff did, and the alerts that were sent.
  `
CREATE TABLE staff_actions (
  seq     INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  by_name TEXT NOT NULL,
  action  TEXT NOT NULL,
  subject TEXT NOT NULL,
  note    TEXT
) STRICT;
CREATE INDEX staff_actions_by_subject ON staff_actions (subject, seq);
CREATE TABLE alerts (
  key TEXT PRIMARY KEY,
  at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
  // The indexes as `counter/query.ts` and `watch.ts` ask for them, each in a step of its own.
  "CREATE INDEX outbox_by_order ON outbox (order_id, seq); DROP INDEX outbox_waiting;",
  "CREATE INDEX attempts_by_state ON attempts (state, currency, created_at);",
  "CREATE INDEX attempts_by_amount ON attempts (currency, amount, state, created_at);",
  `CREATE INDEX attempts_by_reference ON attempts ((facts -> 'verdict' ->> 'reference'), created_at)
  WHERE (facts -> 'verdict' ->> 'reference') IS NOT NULL;`,
  `CREATE INDEX attempts_by_authorization ON attempts ((facts -> 'verdict' ->> 'authorizationCode'), created_at)
  WHERE (facts -> 'verdict' ->> 'authorizationCode') IS NOT NULL;`,
  `CREATE INDEX attempts_by_card ON attempts (substr((facts -> 'verdict' ->> 'maskedCard'), -4), created_at)
  WHERE substr((facts -> 'verdict' ->> 'maskedCard'), -4) IS NOT NULL;`,
  `CREATE INDEX attempts_by_settled ON attempts (state, coalesce((facts ->> 'settledAt'), created_at))
  WHERE state NOT IN ('preparing', 'opened');`,
  `CREATE INDEX attempts_resolvable ON attempts (seq, state) WHERE ${whereResolvable};
DROP INDEX attempts_unresolved;`,
  `CREATE INDEX attempts_paid_twice ON attempts (seq) WHERE ${wherePaidTwice};`,
  // `withoutZeros` of `rules.ts`. When two attempts with the same reference were approved before, both stay as they
  // are.
  `UPDATE OR IGNORE approvals SET
  reference = substr(reference, 1, instr(reference, ' ')) || ltrim(substr(reference, instr(reference, ' ') + 1), '0')
  WHERE substr(reference, instr(reference, ' ') + 1) GLOB '0*[1-9]*'
    AND substr(reference, instr(reference, ' ') + 1) NOT GLOB '*[^0-9]*';`,
  // The same for references of zeros alone: one zero stays.
  `UPDATE OR IGNORE approvals SET reference = substr(reference, 1, instr(reference, ' ')) || '0'
  WHERE substr(reference, instr(reference, ' ') + 1) GLOB '00*'
    AND substr(reference, instr(reference, ' ') + 1) NOT GLOB '*[^0]*';`,
];

/**
 * Takes the steps that the file has not taken; returns their numbers. A file that is up to date is only read. Each step
 * is a transaction of its own, and after it other processes can write. A new file takes all steps at once.
 * @throws an Error when the file is newer than this program, or another process holds its write lock for too long
 */
export function migrateFile(db: SqliteConnection): number[] {
  const version = (): number => db.one<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  const taken: number[] = [];
  while (retryAtStart(version) !== migrations.length) {
    if (taken.length > 0) letOthersWrite();
    const steps = retryAtStart(() => db.transaction(() => takeSteps(db, version())));
    taken.push(...steps);
  }
  return taken;
}

function takeSteps(db: SqliteConnection, before: number): number[] {
  if (before > migrations.length) {
    throw new Error(`sqliteStore: the file has version ${before}, this program knows ${migrations.length}: update it`);
  }
  const steps = before === 0 ? migrations : migrations.slice(before, before + 1);
  for (const step of steps) db.exec(step);
  db.exec(`PRAGMA user_version = ${before + steps.length}`);
  return steps.map((_, index) => before + index + 1);
}

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { sqliteStore } from "@ventanilla/express";
import { temporaryFolder } from "../temporary-folder.ts";
import { draft, referring } from "./draft.ts";
import { otherProgram, startOther } from "./sqlite-process.ts";

const folder = temporaryFolder("file");
const program = otherProgram();
after(program.remove);
let files = 0;
const newFile = () => join(folder, `${++files}.db`);
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test("a new file, its log and the log's index can be read by their owner only", {
  skip: process.platform === "win32",
}, async () => {
  const file = newFile();
  const before = process.umask(0o022);
  try {
    const store = sqliteStore(file);
    await store.checkWrite();
    for (const end of ["", "-wal", "-shm"]) assert.equal(modeOf(file + end), "600", `the mode of …${end}`);
    await store.close();
  } finally {
    process.umask(before);
  }
});

test("the mode of an existing file does not change", { skip: process.platform === "win32" }, async () => {
  const file = newFile();
  writeFileSync(file, "");
  chmodSync(file, 0o660);
  const store = sqliteStore(file);
  await store.checkWrite();
  for (const end of ["", "-wal", "-shm"]) assert.equal(modeOf(file + end), "660", `the mode of …${end}`);
  await store.close();
});

test("a file that cannot be opened is named, with the folder that is missing", () => {
  const nowhere = join(folder, "nowhere");
  const path = join(nowhere, "payments.db");
  assert.throws(() => sqliteStore(path), {
    message: `sqliteStore(${JSON.stringify(path)}): unable to open database file: there is no folder ${nowhere}`,
  });
  assert.throws(() => sqliteStore(folder), {
    message: `sqliteStore(${JSON.stringify(folder)}): unable to open database file: ${folder} is a folder: name a file in it`,
  });
  const file = newFile();
  writeFileSync(file, "");
  assert.throws(
    () => sqliteStore(join(file, "payments.db")),
    /unable to open database file: .*\.db is a file, not a folder$/,
  );
});

test("whose right is missing, and on which file or folder, is said", {
  skip: process.platform === "win32" || process.geteuid === undefined,
}, () => {
  const shut = join(folder, "shut");
  const kept = join(shut, "kept.db");
  mkdirSync(shut);
  writeFileSync(kept, "");
  // Root may do everything: it becomes the user nobody for a moment.
  const isRoot = process.geteuid?.() === 0;
  const before = statSync(folder).mode;
  chmodSync(folder, 0o755);
  chmodSync(kept, 0o666);
  chmodSync(shut, 0o555);
  const openAs = (path: string) => {
    if (isRoot) process.seteuid?.(65_534);
    try {
      sqliteStore(path);
      return "opened";
    } catch (error) {
      return (error as Error).message;
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  };
  try {
    const rights = `(EACCES): it belongs to uid ${statSync(shut).uid}, with mode`;
    const made = openAs(join(shut, "new.db"));
    assert.match(
      made,
      /^sqliteStore\(".*new\.db"\): unable to open database file: the user \S+ \(uid \d+\) may not write/,
    );
    assert.ok(
      made.endsWith(`the folder ${shut}, where new.db is made, with new.db-wal and new.db-shm ${rights} 555`),
      made,
    );
    const beside = openAs(kept);
    assert.ok(beside.endsWith(`the folder ${shut}, where kept.db-wal and kept.db-shm are made ${rights} 555`), beside);
    chmodSync(kept, 0o444);
    assert.ok(openAs(kept).endsWith(`may not write the file ${kept} ${rights} 444`), openAs(kept));
    chmodSync(shut, 0o700);
    if (isRoot)
      assert.match(openAs(join(shut, "in", "new.db")), /may not look into the folder around .*shut\/in \(EACCES\)$/);
  } finally {
    chmodSync(shut, 0o700);
    chmodSync(folder, before);
  }
});

test("a read-only file can be read, and fails checkWrite", async () => {
  const file = newFile();
  const store = sqliteStore(file);
  const reader = sqliteStore(`file:${file}?mode=ro`);
  assert.deepEqual(await reader.attemptsOf("A-1"), []);
  await assert.rejects(reader.checkWrite(), /readonly database/);
  await store.checkWrite();
  await reader.close();
  await store.close();
});

test("a full disk fails checkWrite, and does not fail reads", { skip: !existsSync("/bin/bash") }, async () => {
  const file = newFile();
  await sqliteStore(file).close();
  const other = startOther(program, "fill the disk", file, 400);
  const [refused, again, stats] = (await other.nextMessage()) as [string, string, { outbox: unknown } | undefined];
  assert.match(refused, /full|disk I\/O/);
  assert.equal(again, "refused");
  assert.deepEqual(stats?.outbox, { due: 0, dead: 0 });
});

test("of several processes that open a new file at once, one creates the tables and all continue", async () => {
  const file = newFile();
  const others = Array.from({ length: 4 }, () => startOther(program, "open the file", file));
  for (const other of others) assert.equal(await other.nextMessage(), "ready");
  // There is no log yet, and no process can open the file before all of them try.
  const db = new DatabaseSync(file);
  db.exec("BEGIN EXCLUSIVE");
  for (const other of others) other.goOn();
  for (const other of others) assert.equal(await other.nextMessage(), "opening");
  db.exec("COMMIT");
  db.close();
  const applied = (await Promise.all(others.map((other) => other.nextMessage()))) as number[][];
  await Promise.all(others.map((other) => other.ended()));
  assert.equal(applied.filter((steps) => steps.length > 0).length, 1, JSON.stringify(applied));
});

test("an order keeps its reference when somebody has deleted its attempts", async () => {
  const file = newFile();
  const store = sqliteStore(file);
  const launch = async (orderReference?: string) =>
    (await store.insertAttempt(referring("A-1", orderReference), 0)).attempt.facts.orderReference;
  assert.equal(await launch("V-1"), "V-1");
  for (const asked of ["V-2", undefined]) {
    const db = new DatabaseSync(file);
    db.exec("DELETE FROM launches; DELETE FROM attempts;");
    db.close();
    assert.equal(await launch(asked), "V-1");
  }
  await store.close();
});

/** Takes back what version 5 has added to a file. */
const backTo4 = `
DROP INDEX attempts_by_state; DROP INDEX attempts_by_amount; DROP INDEX attempts_by_reference;
DROP INDEX attempts_by_authorization; DROP INDEX attempts_by_card; DROP INDEX attempts_by_settled;
DROP INDEX attempts_resolvable; DROP INDEX attempts_paid_twice;
DROP INDEX outbox_by_order; DROP TABLE staff_actions; DROP TABLE alerts;
CREATE INDEX attempts_unresolved ON attempts (state)
  WHERE state IN ('unknown', 'review') AND facts ->> '$.resolution' IS NULL;
CREATE INDEX outbox_waiting ON outbox (order_id, seq) WHERE delivered_at IS NULL AND dead = 0;
PRAGMA user_version = 4;
`;

const stepsAfter4 = Array.from({ length: 12 }, (_, index) => index + 5);

/** A file of version 4, and a connection to it as a process of that version has it. */
async function fileBefore() {
  const file = newFile();
  await sqliteStore(file).close();
  const before = new DatabaseSync(file);
  before.exec(backTo4);
  return { file, before };
}

test("each step of an update is kept by itself: when one fails, the next start goes on with it", async () => {
  const { file, before } = await fileBefore();
  before.exec("CREATE INDEX attempts_by_card ON attempts (id)");
  assert.throws(() => sqliteStore(file), /attempts_by_card already exists/);
  assert.deepEqual({ ...before.prepare("PRAGMA user_version").get() }, { user_version: 10 });
  before.exec("DROP INDEX attempts_by_card");
  before.close();
  const store = sqliteStore(file);
  assert.deepEqual(await store.migrate(), stepsAfter4.slice(6));
  await store.close();
});

test("references that are there lose the zeros before them; two that differ in zeros alone both stay", async () => {
  const { file, before } = await fileBefore();
  const rows = [
    "000123",
    "https://b.example 000123",
    "R-0012",
    "0077",
    "77",
    "009",
    "0009",
    "000",
    "https://b.example 00",
  ];
  before.exec("PRAGMA foreign_keys = OFF");
  for (const [i, reference] of rows.entries()) {
    before.prepare("INSERT INTO approvals VALUES (?, ?, ?, 1)").run(`A-${i}`, `A-${i}`, reference);
  }
  await sqliteStore(file).close();
  const migrated = before.prepare("SELECT reference FROM approvals ORDER BY attempt_id").all();
  assert.deepEqual(
    migrated.map(({ reference }) => reference),
    ["123", "https://b.example 123", "R-0012", "0077", "77", "9", "0009", "0", "https://b.example 0"],
  );
  before.close();
});

test("a reference is unique also beside one that a process of an earlier version approves with zeros before it", async () => {
  const file = newFile();
  const store = sqliteStore(file);
  const approve = async (order: string, reference: string, bank = "https://b.example") => {
    const { attempt } = await store.insertAttempt({ ...draft(order), bank }, 0);
    const facts = { ...attempt.facts, verdict: { code: "00", reference } };
    return (await store.transition(attempt.id, 1, { state: "approved", facts, announce: "order.paid" })).attempt;
  };
  const { attempt: earlier } = await store.insertAttempt(draft("A-1"), 0);
  // Version 4 wrote the reference as the bank gave it.
  const old = new DatabaseSync(file, { timeout: 5000 });
  const approveAsBefore = old.prepare("INSERT INTO approvals VALUES (?, 'A-1', ?, 1)");
  approveAsBefore.run(earlier.id, "https://b.example 000012345678");
  old.close();
  const later = await approve("B-2", "12345678");
  assert.deepEqual([later.state, later.facts.verdict?.mismatch], ["review", ["RetrievalReferenceNumber"]]);
  assert.equal((await approve("C-3", "012345678")).state, "review");
  assert.equal((await approve("D-4", "12345678", "https://c.example")).state, "approved");
  await store.close();
});

test("an update waits for another process that holds the file, and tells what to do when that never ends", async (t) => {
  const { file, before } = await fileBefore();
  let waitedMs = 0;
  let untilMs = Number.POSITIVE_INFINITY;
  t.mock.method(Atomics, "wait", (_array: Int32Array, _index: number, _value: number, ms = 0) => {
    waitedMs += ms;
    if (before.isTransaction && waitedMs > untilMs) before.exec("COMMIT");
    return "timed-out";
  });
  before.exec("BEGIN IMMEDIATE");
  assert.throws(() => sqliteStore(file), /locked: another process has held its lock for 60 s\. Start again/);
  assert.ok(waitedMs >= 60_000, String(waitedMs));
  [waitedMs, untilMs] = [0, 50_000];
  const store = sqliteStore(file);
  assert.deepEqual(await store.migrate(), stepsAfter4);
  // Between two steps it lets others write: they try again after 25 ms at the latest.
  assert.ok(waitedMs >= untilMs + 9 * 50, String(waitedMs));
  await store.close();
  before.close();
});

test("a file of version 4 gets its lists, while a process that has it open goes on", async () => {
  const file = newFile();
  const first = sqliteStore(file);
  const { attempt } = await first.insertAttempt(draft("A-1"), 0);
  await first.close();
  const before = new DatabaseSync(file);
  before.exec(backTo4);
  const write = before.prepare("UPDATE attempts SET state = ?, version = version + 1, facts = ? WHERE id = ?");
  const facts = JSON.stringify({ ...attempt.facts, verdict: { code: "00", reference: "R-1" }, settledAt: 7 });
  write.run("opened", facts, attempt.id);

  const store = sqliteStore(file);
  assert.deepEqual(await store.migrate(), stepsAfter4);
  assert.equal((await store.listAttempts({ filter: { reference: "R-1" }, limit: 5 })).attempts[0]?.state, "opened");
  write.run("approved", facts.replace("R-1", "R-2"), attempt.id);
  assert.deepEqual(await store.listAttempts({ filter: { reference: "R-1" }, limit: 5 }), { attempts: [] });
  assert.equal((await store.listAttempts({ filter: { reference: "R-2" }, limit: 5 })).attempts[0]?.version, 3);
  assert.equal((await store.takings({ from: 7, until: 8, limit: 5 })).attempts.length, 1);
  before.close();
  await store.close();
});

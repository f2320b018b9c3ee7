import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { versions } from "#express/stores/sql/tables.ts";
import { openConnection } from "#express/stores/sqlite/connection.ts";
import { migrateFile } from "#express/stores/sqlite/migrate.ts";
import { keptIn } from "../kept.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { draft, referring } from "./draft.ts";
import { otherProgram, startOther } from "./sqlite-process.ts";

const folder = temporaryFolder("file");
const program = await otherProgram();
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

test("a shop's own tables and indexes in the file may have any name but one that begins as the store's do", async () => {
  const file = newFile();
  const own = new DatabaseSync(file);
  own.exec("CREATE TABLE outbox (due TEXT); CREATE INDEX outbox_due ON outbox (due)");
  const store = sqliteStore(file);
  await store.database.migrate("parcels", [later.join(";").replaceAll("@parcels", "@parcels_list")]);
  const names = own.prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").all();
  own.close();
  await store.close();
  const others = names.map(({ name }) => String(name)).filter((name) => !name.startsWith("ventanilla_"));
  assert.deepEqual(others, ["outbox", "outbox_due"]);
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
  assert.throws(
    () => sqliteStore(path),
    (error: Error) => {
      assert.ok(error.message.startsWith(`sqliteStore(${JSON.stringify(path)}): ENOENT: no such file or directory`));
      return error.message.includes(`${nowhere} cannot be seen`);
    },
  );
  assert.throws(() => sqliteStore(folder), /: unable to open database file; .* is a folder of uid \d+ with mode \d+$/);
  const file = newFile();
  writeFileSync(file, "");
  assert.throws(
    () => sqliteStore(join(file, "payments.db")),
    /: ENOTDIR: not a directory, open '.*\.db is a file of uid/,
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
    const { uid } = statSync(shut);
    const shutTo = (mode: number) => new RegExp(`; to uid \\d+ ${shut} is a folder of uid ${uid} with mode ${mode};`);
    assert.match(
      openAs(join(shut, "new.db")),
      /^sqliteStore\(".*new\.db"\): EACCES: permission denied, open '.*new\.db'/,
    );
    assert.match(openAs(join(shut, "new.db")), shutTo(555));
    assert.match(openAs(kept), shutTo(555));
    assert.match(openAs(kept), /kept\.db is a file of uid \d+ with mode 666$/);
    chmodSync(kept, 0o444);
    assert.match(openAs(kept), /(?:open|readonly) database.*kept\.db is a file of uid \d+ with mode 444$/);
    chmodSync(shut, 0o700);
    if (isRoot) assert.match(openAs(join(shut, "in", "new.db")), /EACCES: .*shut\/in cannot be seen: EACCES/);
  } finally {
    chmodSync(shut, 0o700);
    chmodSync(folder, before);
  }
});

test("a read-only file can be read, and fails checkWrite", async () => {
  const file = newFile();
  const store = sqliteStore(file);
  const reader = sqliteStore(`file:${file}?mode=ro`);
  assert.deepEqual(await keptIn(reader).attemptsOf("A-1"), []);
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

for (const [held, begin] of [
  // There is no log yet, and no process can open the file before all of them try.
  ["that another one makes", "BEGIN EXCLUSIVE"],
  ["that another one begins to write", "BEGIN IMMEDIATE"],
  ["that another one writes to", "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE"],
]) {
  test(`of several processes that open a new file at once ${held}, one creates the tables and all continue`, async () => {
    const file = newFile();
    const others = Array.from({ length: 4 }, () => startOther(program, "open the file", file));
    for (const other of others) assert.equal(await other.nextMessage(), "ready");
    // Its commit waits for whoever looks at the file just then.
    const db = new DatabaseSync(file, { timeout: 60_000 });
    db.exec(`${begin}`);
    for (const other of others) other.goOn();
    for (const other of others) assert.equal(await other.nextMessage(), "opening");
    db.exec("COMMIT");
    db.close();
    const applied = (await Promise.all(others.map((other) => other.nextMessage()))) as number[][];
    await Promise.all(others.map((other) => other.ended()));
    assert.equal(applied.filter((steps) => steps.length > 0).length, 1, JSON.stringify(applied));
  });
}

test("an order keeps its reference when somebody has deleted its attempts", async () => {
  const file = newFile();
  const store = sqliteStore(file);
  const launch = async (orderReference?: string) =>
    (await keptIn(store).insertAttempt(referring("A-1", orderReference), 0)).attempt.facts.orderReference;
  assert.equal(await launch("V-1"), "V-1");
  for (const asked of ["V-2", undefined]) {
    const db = new DatabaseSync(file);
    db.exec("DELETE FROM ventanilla_launches; DELETE FROM ventanilla_attempts;");
    db.close();
    assert.equal(await launch(asked), "V-1");
  }
  await store.close();
});

/** Steps that a later program may have beside those of today. */
const later = ["CREATE TABLE @parcels (id @key NOT NULL)@options", "CREATE INDEX parcels_by_id ON @parcels (id)"];

/** A file of today with one attempt, and a connection to it as a process of today has it. */
async function fileBefore() {
  const file = newFile();
  const store = sqliteStore(file);
  const { attempt } = await keptIn(store).insertAttempt(draft("A-1"), 0);
  await store.close();
  return { file, attempt, before: new DatabaseSync(file) };
}

/** Opens the file as a later program would. Returns the versions that it has applied. */
function openLater(file: string, ...steps: string[]): number[] {
  const connection = openConnection(file, 50);
  try {
    return migrateFile(connection, [...versions, ...steps]);
  } finally {
    connection.close();
  }
}

const isIn = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== undefined;

test("a file of the last released version becomes one of a later program, with all that is in it", async () => {
  const { attempt, before, file } = await fileBefore();
  assert.deepEqual(openLater(file, ...later), [2, 3]);
  assert.deepEqual(openLater(file, ...later), []);
  assert.deepEqual([isIn(before, "ventanilla_parcels"), isIn(before, "ventanilla_parcels_by_id")], [true, true]);
  before.close();
  assert.throws(() => sqliteStore(file), /the file has version 3, this program knows 1: update it/);
  const back = new DatabaseSync(file);
  back.exec("DELETE FROM ventanilla_versions WHERE version > 1");
  back.close();
  const store = sqliteStore(file);
  assert.deepEqual(await keptIn(store).findAttempt(attempt.id), attempt);
  await store.close();
});

test("an update is whole or not there: when a step fails, the next start makes it", async () => {
  const { before, file } = await fileBefore();
  before.exec("CREATE TABLE mine (id TEXT); CREATE INDEX ventanilla_parcels_by_id ON mine (id)");
  assert.throws(() => openLater(file, ...later), /ventanilla_parcels_by_id already exists/);
  assert.equal(isIn(before, "ventanilla_parcels"), false);
  before.exec("DROP INDEX ventanilla_parcels_by_id");
  before.close();
  assert.deepEqual(openLater(file, ...later), [2, 3]);
});

test("an update waits for another process that holds the file, and fails when that never ends", async () => {
  const { before, file } = await fileBefore();
  before.exec("BEGIN IMMEDIATE");
  assert.throws(() => openLater(file, ...later), /database is locked/);
  before.exec("COMMIT");
  assert.deepEqual(openLater(file, ...later), [2, 3]);
  before.close();
});

test("a process that has the file open goes on while another one updates it", async () => {
  const { attempt, before, file } = await fileBefore();
  const store = sqliteStore(file);
  const write = before.prepare("UPDATE ventanilla_attempts SET browser_hash = 'x' WHERE id = ?");
  write.run(attempt.id);
  assert.deepEqual(openLater(file, ...later), [2, 3]);
  write.run(attempt.id);
  assert.equal((await keptIn(store).insertAttempt(draft("A-2"), 0)).kind, "inserted");
  assert.equal(await keptIn(store).launchedBy(attempt.id, "x"), true);
  before.close();
  await store.close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { openConnection } from "./connection.ts";

/** A table of texts, and the writes of one turn of the event loop: all but the first share a commit. */
async function written(...statements: string[]): Promise<{ kept: unknown[]; ends: string[] }> {
  const connection = openConnection(":memory:");
  const run = (texts: string) => texts.split("; ").map((text) => connection.ask({ text, values: [] }));
  run("CREATE TABLE own (name TEXT) STRICT");
  const write = (texts: string) => connection.write(() => run(texts));
  const ends = await Promise.allSettled(["INSERT INTO own VALUES ('alone')", ...statements].map(write));
  const rows = run("SELECT name FROM own ORDER BY name")[0]?.rows ?? [];
  connection.close();
  return { kept: rows.map((row) => (row as { name: string }).name), ends: ends.slice(1).map(({ status }) => status) };
}

test("of the writes that share a commit, one that fails is undone, and the others are kept", async () => {
  const { kept, ends } = await written(
    "INSERT INTO own VALUES ('before')",
    "INSERT INTO own VALUES ('half'); INSERT INTO own VALUES (x'00')",
    "INSERT INTO own VALUES ('after')",
  );
  assert.deepEqual(ends, ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(kept, ["after", "alone", "before"]);
});

test("where one of them cannot be undone, none is kept: no half of a write is", async () => {
  const { kept, ends } = await written(
    "INSERT INTO own VALUES ('before')",
    // Without its savepoint the engine cannot go back to it, as after an error of the disk.
    "INSERT INTO own VALUES ('half'); RELEASE own; INSERT INTO own VALUES (x'00')",
    "INSERT INTO own VALUES ('after')",
  );
  assert.deepEqual(ends, ["rejected", "rejected", "rejected"]);
  assert.deepEqual(kept, ["alone"]);
});

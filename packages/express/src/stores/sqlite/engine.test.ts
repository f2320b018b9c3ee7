import assert from "node:assert/strict";
import type { SQLInputValue } from "node:sqlite";
import { test } from "node:test";
import { SqliteConnection } from "./connection.ts";
import { parametersOf } from "./engine.ts";

/** The row of a statement in a hook's transaction. */
async function inHook(text: string, values: SQLInputValue[]): Promise<unknown[]> {
  const connection = new SqliteConnection(":memory:");
  const lock = { text: "SELECT 1", values: [] };
  const delivery = await connection.hooks.begin({ lock, mark: () => assert.fail("it is not committed") }, Date.now);
  assert.ok(delivery);
  try {
    return Object.values((await delivery.query<object>(text, values)).rows[0] ?? {});
  } finally {
    await delivery.rollback();
    connection.close();
  }
}

const statements: [text: string, values: SQLInputValue[], row: unknown[]][] = [
  ["SELECT ? AS a, ? AS b", ["a", 2], ["a", 2]],
  ["SELECT ?1 AS a, ?2 AS b WHERE ?1 > 0", [1, "b"], [1, "b"]],
  ["SELECT ?3 AS a, ?1 AS b", ["a", "b", "c"], ["c", "a"]],
  ["SELECT ?01 AS a, ?1 AS b, ?002 AS c", ["a", "b"], ["a", "a", "b"]],
  ["SELECT '/return?1' AS a, 'it''s ?2' AS b, ? AS c", ["a"], ["/return?1", "it's ?2", "a"]],
  ['SELECT 1 AS "b?1", 2 AS `c?2`, 3 AS [d?3], ? AS e -- not ?4', ["a"], [1, 2, 3, "a"]],
  ["SELECT ? AS a /* not ?1,\n nor ?2 */, ? AS b /* nor ?3", ["a", "b"], ["a", "b"]],
  ["SELECT ?1 AS a /* why ? */, '?' AS b", ["a"], ["a", "?"]],
];

test("values reach their parameters, with a number or without, beside texts that look like one", async () => {
  for (const [text, values, row] of statements) assert.deepEqual(await inHook(text, values), row, text);
});

test("a Node that refuses numbered parameters gets none: each has a sign of its own", () => {
  for (const [text, values] of statements) {
    const { text: plain, arrange } = parametersOf(text);
    assert.equal(parametersOf(plain).text, plain);
    assert.ok(arrange(values).every((value) => values.includes(value)));
  }
  const { text, arrange } = parametersOf("SELECT ?2, '?1', ?, ?01 -- ?4");
  assert.deepEqual([text, arrange(["a", "b", "c"])], ["SELECT ?, '?1', ?, ? -- ?4", ["b", "c", "a"]]);
});

test("more values than parameters are an error, and so are fewer, and a parameter without a value", async () => {
  for (const text of ["SELECT ?", "SELECT ?1"]) {
    await assert.rejects(
      inHook(text, ["a", "b"]),
      /^RangeError: transaction: expected 1 values, one for each parameter, got 2$/,
      text,
    );
  }
  const hint = /expected 0 values, .*, got 1; SQLite's parameters are \? or \?1$/;
  for (const text of ["SELECT $1", "SELECT :name"]) await assert.rejects(inHook(text, ["a"]), hint, text);
  for (const text of ["SELECT ? AS a, ? AS b", "SELECT ?1 AS a, ?2 AS b", "SELECT ?2 AS a"]) {
    const message = "transaction: expected 2 values, one for each parameter, got 1";
    await assert.rejects(inHook(text, ["a"]), { name: "RangeError", message }, text);
  }
  await assert.rejects(inHook("SELECT ?0", []), /variable number must be between/);
});

test("parameters with a number and without in one statement lose no value: each has its own", async () => {
  assert.deepEqual(await inHook("SELECT ?1 AS a, ? AS b WHERE ?1 > 0", [1, "b"]), [1, "b"]);
  assert.deepEqual(await inHook("SELECT ? AS a, ?1 AS b, ?3 AS c, ? AS d", [1, 2, 3, 4]), [1, 1, 3, 4]);
});

test("a text with a second statement is refused, since the engine would leave that out; a comment after the first is not", async () => {
  for (const text of ["SELECT 1; SELECT 2", "SELECT 1; -- and\n SELECT 2", "SELECT 1;; /* and */ SELECT ?"]) {
    await assert.rejects(inHook(text, []), { message: "transaction: expected one statement, got several" }, text);
  }
  for (const text of [
    "SELECT 1 AS a;",
    "\n -- first\n SELECT 1 AS a ; \n -- ; SELECT 2",
    "SELECT 1 AS a; /* ; SELECT 2",
  ]) {
    assert.deepEqual(await inHook(text, []), [1], text);
  }
});

import assert from "node:assert/strict";
import type { SQLInputValue } from "node:sqlite";
import { test } from "node:test";
import { openConnection } from "./connection.ts";

/** The row of a statement in a hook's transaction. */
async function inHook(text: string, values: SQLInputValue[]): Promise<unknown[]> {
  const connection = openConnection(":memory:");
  const lock = { text: "SELECT 1", values: [] };
  const delivery = await connection.begin({ lock, mark: () => assert.fail("it is not committed") }, Date.now);
  assert.ok(delivery);
  try {
    return Object.values((await delivery.query<object>(text, values)).rows[0] ?? {});
  } finally {
    await delivery.rollback();
    connection.close();
  }
}

test("values reach their parameters beside texts, names and comments that look like one", async () => {
  for (const [text, values, row] of [
    ["SELECT ? AS a, ? AS b", ["a", 2], ["a", 2]],
    ["SELECT '/return?' AS a, 'it''s ?' AS b, ? AS c", ["a"], ["/return?", "it's ?", "a"]],
    ['SELECT 1 AS "b?", 2 AS `c?`, 3 AS [d?], ? AS e -- not ?', ["a"], [1, 2, 3, "a"]],
    ["SELECT ? AS a /* not ?,\n nor ? */, ? AS b /* nor ?", ["a", "b"], ["a", "b"]],
  ] as const) {
    assert.deepEqual(await inHook(text, [...values]), row, text);
  }
});

test("more values than parameters are an error, and so are fewer, and parameters of another kind", async () => {
  for (const [text, count, values] of [
    ["SELECT ?", 1, ["a", "b"]],
    ["SELECT ? AS a, ? AS b", 2, ["a"]],
    ["SELECT $1", 0, ["a"]],
    ["SELECT :name", 0, ["a"]],
    ["SELECT ?1", 0, ["a"]],
  ] as const) {
    const message = `transaction: expected ${count} values, one for each ?, got ${values.length}`;
    await assert.rejects(inHook(text, [...values]), { name: "RangeError", message }, text);
  }
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

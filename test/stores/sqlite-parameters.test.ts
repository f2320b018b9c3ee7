import assert from "node:assert/strict";
import { test } from "node:test";
import { parametersOf } from "../../packages/express/src/stores/sqlite-parameters.ts";

test("the values of numbered parameters are given by name, as every Node of the packages' range takes them", () => {
  assert.deepEqual(parametersOf("SELECT ?1, ?2 WHERE ?1 > 0")(["a", 2]), [{ "?1": "a", "?2": 2 }]);
  assert.deepEqual(parametersOf("SELECT ?3, ?1")(["a", "b", "c"]), [{ "?3": "c", "?1": "a" }]);
  // Without a value a parameter is NULL.
  assert.deepEqual(parametersOf("SELECT ?1, ?2")(["a"]), [{ "?1": "a" }]);
});

test("other values are given in their order, also beside a text that looks like a numbered parameter", () => {
  for (const text of [
    "UPDATE t SET a = ? WHERE id = ?",
    "UPDATE t SET a = '/return?1' WHERE id = ? AND b = ?",
    "UPDATE t SET a = 'it''s ?1' WHERE id = ? AND b = ?",
    'UPDATE t SET "b?1" = ? WHERE id = ? -- not ?1',
  ]) {
    assert.deepEqual(parametersOf(text)(["a", 2]), ["a", 2], text);
  }
});

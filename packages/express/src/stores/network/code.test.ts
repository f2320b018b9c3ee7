import assert from "node:assert/strict";
import { test } from "node:test";
import { controlError } from "../open-delivery.ts";
import { codeOf } from "./code.ts";

test("what is code in a statement is told from its comments, texts and names", () => {
  for (const [text, isControl] of [
    ["/* /* */ COMMIT */ SELECT 1", false],
    ["/* /* */ */ COMMIT", true],
    ["SELECT '; COMMIT'", false],
    ["SELECT 'it''s'; COMMIT", true],
    ["SELECT E'\\'; COMMIT; --'", false],
    ["SELECT type'a\\'; COMMIT", true],
    ["SELECT $$; COMMIT; $$", false],
    ["SELECT $a$ $$; COMMIT; $a$", false],
    ["SELECT $1; COMMIT", true],
    ["SELECT a$b$; COMMIT; --$b$", true],
    ['SELECT "; COMMIT"', false],
    ["SELECT 1 -- ; COMMIT", false],
    ["SELECT 1 --\r; COMMIT", true],
    ["/* open ; COMMIT", false],
    ["PREPARE ship AS SELECT 1", false],
    ["PREPARE TRANSACTION 'ship'", true],
    ["ROLLBACK WORK TO SAVEPOINT a", false],
    ["ROLLBACK /* to */ WORK", true],
    ["SAVEPOINT a; ROLLBACK TO a; RELEASE a", false],
    ["SAVEPOINT a; ROLLBACK", true],
    ["SELECT begin, commit FROM periods WHERE end IS NULL", false],
    ["UPDATE t SET a = CASE WHEN b THEN 1 END; SELECT 1", false],
    ["CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END", false],
    ["START TRANSACTION", true],
    ["SET transaction_timeout = 0", false],
    ["", false],
  ] as const) {
    assert.equal(controlError(codeOf(text)) !== undefined, isControl, text);
  }
  // A long text takes no longer than reading it.
  const long = `INSERT INTO t VALUES ('${"'' -- /* $a$ ".repeat(50_000)}')`;
  assert.equal(codeOf(long).replaceAll(/\s+/g, " "), "INSERT INTO t VALUES ( )");
});

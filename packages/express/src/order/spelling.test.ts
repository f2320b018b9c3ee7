import assert from "node:assert/strict";
import { test } from "node:test";
import { spellingOf } from "./spelling.ts";

test("spellings that differ in more than their spelling differ", () => {
  const different = [
    "1005",
    "1006",
    "10050",
    "-1005",
    "1005a",
    "A-1005",
    "A1005",
    "0",
    "9007199254740993",
    "9007199254740992",
    "1005.5",
    "0x",
    "e3",
  ];
  assert.equal(new Set(different.map(spellingOf)).size, different.length);
  const huge = "1".repeat(200);
  assert.equal(spellingOf(`+000${huge}.00`), huge);
});

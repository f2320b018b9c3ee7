import assert from "node:assert/strict";
import { test } from "node:test";
import { newReference, spellingOf } from "./order-id.ts";

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

test("what a database's collation takes for a digit, a letter or nothing is spelled alike", () => {
  for (const [odd, plain] of [
    ["❶005", "1005"],
    ["〡005", "1005"],
    ["፩005", "1005"],
    ["ØRD-1", "ORD-1"],
    ["Łód-1", "LOD-1"],
    ["Æ-1", "AE-1"],
    ["œ-1", "oe-1"],
    ["ẞ-1", "SS-1"],
    ["Aـ1", "A1"],
    ["xͣ1", "xa1"],
  ] as const) {
    assert.equal(spellingOf(odd), spellingOf(plain), odd);
  }
  assert.equal(new Set(["Ж-1", "訂-1", "Ω-1", "Z-1", "-1", "1"].map(spellingOf)).size, 6);
});

test("the spelling of the longest id fits the column that each store has for it", () => {
  for (const each of ["ﷺ", "㌀", "½", "æ", "訂", "é"]) {
    const id = each.repeat(Math.floor(255 / Buffer.byteLength(each)));
    assert.ok(spellingOf(id).length <= 512, each);
  }
  assert.notEqual(spellingOf("x".repeat(254)), spellingOf(`${"x".repeat(254)}y`));
});

test("a made reference can be told on the telephone, fits an invoice number, and is another each time", () => {
  const made = Array.from({ length: 1000 }, newReference);
  for (const reference of made) assert.match(reference, /^V[0-9A-HJKMNP-TV-Z]{14}$/);
  assert.equal(new Set(made).size, 1000);
});

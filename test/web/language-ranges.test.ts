import assert from "node:assert/strict";
import { test } from "node:test";
import { languageRanges } from "@ventanilla/web";

test("the ranges of a header come in the order of preference, those of one quality as they stand", () => {
  assert.deepEqual(languageRanges("es;q=0.1, en , fr ; Q=0.5,de"), [
    { range: "en", quality: 1 },
    { range: "de", quality: 1 },
    { range: "fr", quality: 0.5 },
    { range: "es", quality: 0.1 },
  ]);
});

test("a quality is between 0 and 1, whatever the header says", () => {
  const qualities = languageRanges("a;q=7, b;q=-1, c;q=Infinity, d;q=x, e;q=").map(({ quality }) => quality);
  assert.deepEqual(qualities, [1, 1, 1, 0, 0]);
});

test("an empty header has no range, and a long one is read in part", () => {
  assert.deepEqual(languageRanges(""), []);
  assert.deepEqual(languageRanges(", ,"), []);
  assert.equal(languageRanges("es,".repeat(1_000_000)).length, 334);
});

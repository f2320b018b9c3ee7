import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRestAmount, restAmount } from "@ventanilla/client/wire";
import fc from "fast-check";

test("major units are read exactly, from strings and from numbers", () => {
  for (const [value, minor] of [
    ["1234.87", 123_487],
    [1234.87, 123_487],
    ["100", 10_000],
    [100, 10_000],
    ["350.00", 35_000],
    ["0.5", 50],
    [0.1, 10],
    [9_999_999_999.99, 999_999_999_999],
    ["0.00", 0],
  ] as const) {
    assert.equal(parseRestAmount(value), minor, String(value));
  }
});

test("anything else is not an amount", () => {
  const wrong = [
    "",
    "1.234",
    "-1",
    "1,00",
    "1e3",
    " 1",
    "1.",
    ".5",
    "10000000000.00",
    "0x10",
    "١",
    Number.NaN,
    1e21,
    1e-7,
    -1,
    0.001,
  ];
  for (const value of [...wrong, null, undefined, {}, [], true, "1".repeat(10_000)]) {
    assert.equal(parseRestAmount(value), undefined, JSON.stringify(value));
  }
});

test("every amount survives the way out and back, as text and as a number", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (minor) => {
      const text = restAmount(minor);
      assert.match(text, /^(?:0|[1-9]\d*)\.\d{2}$/);
      assert.equal(parseRestAmount(text), minor);
      assert.equal(parseRestAmount(Number(text)), minor);
    }),
    { numRuns: 5_000 },
  );
});

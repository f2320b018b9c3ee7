import assert from "node:assert/strict";
import { test } from "node:test";
import { type Money, parseMoney, paymentRequest } from "@ventanilla/client";
import fc from "fast-check";
import { argumentError } from "./argument-error.ts";
import { merchant, payment } from "./valid-request.ts";

const whole = "total.minor: expected a whole number of minor units, got ";

test("whole minor units of DOP and USD are money", () => {
  for (const value of [
    { minor: 0, currency: "DOP" },
    { minor: 999_999_999_999, currency: "USD" },
  ]) {
    assert.deepEqual(parseMoney(value, "total"), value);
  }
});

test("a float, a string, NaN, Infinity or an unsafe integer is refused by name", () => {
  const wrong: [unknown, string][] = [
    [29.5, "29.5, a number: cents are 2950"],
    [0.1, "0.1, a number: cents are 10"],
    [29.555, "29.555, a number"],
    ["2950", '"2950", a string: as a number of cents it is 2950'],
    ["2950.00", '"2950.00", a string: cents are 295000'],
    ["2,950.5", '"2,950.5", a string: cents are 295050'],
    [" 2950.00", '"2950.00", a string: cents are 295000'],
    ["4111 1111 1111 1111", "a string"],
    ["4111111111111111", "a string"],
    ["RD$ 2,950.00", "a string"],
    [Number.NaN, "NaN, a number"],
    [Number.POSITIVE_INFINITY, "Infinity, a number"],
    [2 ** 53, "9007199254740992, a number"],
    [null, "null"],
    [undefined, "undefined"],
    [1n, "1, a bigint: as a number of cents it is 1"],
    [{}, "an object"],
    [[1], "an array"],
    [true, "a boolean"],
  ];
  for (const [minor, came] of wrong) {
    assert.throws(() => parseMoney({ minor, currency: "DOP" }, "total"), { ...argumentError, message: whole + came });
  }
});

test("less than nothing and more than 12 digits are refused by name", () => {
  const message = /^total\.minor: expected 0 to 999999999999 minor units$/;
  for (const minor of [-1, 1_000_000_000_000]) {
    assert.throws(() => parseMoney({ minor, currency: "DOP" }, "total"), { ...argumentError, message });
  }
  assert.throws(() => parseMoney({ minor: 0, currency: "DOP" }, "total", 1), /^TypeError: total\.minor: expected 1 to/);
});

test("another currency is refused by name", () => {
  for (const currency of ["EUR", "dop", "214", 214, undefined, "__proto__"]) {
    assert.throws(() => parseMoney({ minor: 1, currency }, "total"), {
      ...argumentError,
      message: "total.currency: expected DOP or USD",
    });
  }
});

test("anything that is not money is refused by name", () => {
  for (const value of [null, undefined, 2950, "2950", [], { minor: 1, currency: "DOP", minorUnits: 2 }]) {
    assert.throws(() => parseMoney(value, "total"), { ...argumentError, message: /^total/ });
  }
});

test("every amount goes to the wire as 12 digits of minor units and comes back the same", () => {
  const minor = fc
    .array(fc.integer({ min: 1, max: 999_999_999_999 }), { minLength: 2, maxLength: 2 })
    .map((pair) => pair.toSorted((a, b) => b - a));
  fc.assert(
    fc.property(minor, fc.constantFrom("DOP", "USD"), ([amount = 1, tax = 1], currency: Money["currency"]) => {
      const request = paymentRequest(merchant, {
        ...payment,
        amount: { minor: amount, currency },
        tax: { minor: tax, currency },
      });
      assert.match(request.Amount + request.Tax, /^\d{24}$/);
      assert.deepEqual([Number(request.Amount), Number(request.Tax)], [amount, tax]);
      assert.equal(request.CurrencyCode, currency === "DOP" ? "214" : "840");
    }),
  );
});

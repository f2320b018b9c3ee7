import assert from "node:assert/strict";
import { test } from "node:test";
import { productOf } from "./check-order.ts";

const keptOf = (product: string) => productOf({ product }).product;

test("what is sold is one line that people see, and what nobody sees is nothing", () => {
  for (const [given, kept] of [
    ["Cena para dos", "Cena para dos"],
    ["  Cena\n\tpara \u2028 dos \u00a0", "Cena para dos"],
    ["Cena\u0000para\u001b[31m dos", "Cena para [31m dos"],
    ["choco\u00adla\u200bte \u202ecod\ud800", "chocolate cod"],
    ["cafe\u0301", "café"],
    ["cafe\u034f\u0301", "café"],
    ["", undefined],
    [" \n\u200b\u3164\u0007", undefined],
    ["<b>'; DROP TABLE--", "<b>'; DROP TABLE--"],
  ] as const) {
    assert.equal(keptOf(given), kept, JSON.stringify(given));
  }
});

test("a card number in the text is masked, and another number is not", () => {
  assert.equal(keptOf("Para Ana, 4761 3400 0000 0050"), "Para Ana, 476134…0050");
  assert.equal(keptOf("5555-5555-5555-4444"), "555555…4444");
  for (const text of ["Galletas 7501031311309", "Factura 4761340000000051"]) assert.equal(keptOf(text), text);
});

test("a long text is cut at 100 characters, between two of them", () => {
  const cakes = "🎂".repeat(100);
  assert.equal(keptOf(cakes), cakes);
  assert.equal(keptOf(`${cakes}!`), `${"🎂".repeat(99)}…`);
  assert.equal(keptOf("x".repeat(10_000_000)), `${"x".repeat(99)}…`);
  assert.equal(Array.from(keptOf(`x${"🎂".repeat(600)}`) ?? "").length, 100);
});

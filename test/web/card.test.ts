import assert from "node:assert/strict";
import { test } from "node:test";
import { cardLikeDigits, cardSeparators, formatCard, formatCardNumber, passesLuhn } from "@ventanilla/web";

test("a card is written by its last four digits alone, however it was masked", () => {
  for (const masked of ["476134______0050", "476134******0050", "4761340000000050"]) {
    assert.equal(formatCard(masked), "••••\u00a00050");
  }
});

test("a card is written with its scheme where that is known", () => {
  assert.equal(formatCard("476134______0050", "Visa"), "Visa ••••\u00a00050");
  assert.equal(formatCard("546134______0050", "MasterCard"), "Mastercard ••••\u00a00050");
  assert.equal(formatCard("996134______0050", "other"), "••••\u00a00050");
});

test("a card number is written in the groups that are printed on the card", () => {
  assert.equal(formatCardNumber("4761340000000050"), "4761 3400 0000 0050");
  assert.equal(formatCardNumber("376134000000052"), "3761 340000 00052");
});

test("digits that may be a card number are found, whatever single character separates them, and no shorter run", () => {
  const found = (text: string) => text.replace(cardLikeDigits, "[digits]");
  assert.equal(cardSeparators, " +.,/_*-");
  for (const separator of ["", ...cardSeparators.split("")]) {
    assert.equal(found(`card=${["4761", "3400", "0000", "0050"].join(separator)}&x`), "card=[digits]&x");
    const short = ["4761", "3400", "0000"].join(separator);
    assert.equal(found(short), short);
  }
  assert.equal(found("4761++3400++0000++0050"), "4761++3400++0000++0050");
});

test("exactly one last digit of a number is its check digit", () => {
  for (const [beginning, check] of [
    ["7992739871", 3],
    ["453914880343646", 7],
    ["476134000000005", 0],
    ["37613400000005", 2],
    ["1", 8],
    ["000000000000000000", 0],
  ] as const) {
    for (let digit = 0; digit < 10; digit++) assert.equal(passesLuhn(`${beginning}${digit}`), digit === check);
  }
});

test("what isn't two to nineteen digits has no check digit", () => {
  for (const text of ["", "0", "00000000000000000000", "4761 3400 0000 0050", "٤٧٦١٣٤٠٠٠٠٠٠٠٠٥٠", "-18"]) {
    assert.ok(!passesLuhn(text), text);
  }
});

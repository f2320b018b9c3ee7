import assert from "node:assert/strict";
import { test } from "node:test";
import { cardSchemeOf } from "@ventanilla/client";

test("the scheme of a masked card is known by its first digits, else it is other", () => {
  for (const [masked, scheme] of [
    ["476134______0050", "Visa"],
    ["546134******0050", "MasterCard"],
    ["272099______0000", "MasterCard"],
    ["222100______0009", "MasterCard"],
    ["222099______0000", "other"],
    ["272100______0000", "other"],
    ["371449*****8431", "American Express"],
    ["305693____5904", "Diners Club"],
    ["601100______1117", "Discover"],
    ["353011______0000", "JCB"],
    ["621094______0009", "UnionPay"],
    ["500000______0009", "other"],
    ["____________0050", "other"],
    ["************1111", "other"],
    ["", "other"],
    [undefined, "other"],
  ] as const) {
    assert.equal(cardSchemeOf(masked), scheme, masked);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentRequestFields, restFields } from "@ventanilla/client/wire";
import { nearestName } from "@ventanilla/web";

test("a name is taken for a misspelling within two letters, a short one within a third of its own", () => {
  const fields = Object.keys(paymentRequestFields);
  for (const [name, meant] of [
    ["Amuont", "Amount"],
    ["mount", "Amount"],
    ["Txa", "Tax"],
    ["Xta", undefined],
    ["Taxx", "Tax"],
    ["tax", "Tax"],
    ["MAC", undefined],
    ["AVX", "AVS"],
    ["Max", "Tax"],
    ["PageLanguage", "PageLanguaje"],
    ["OrderId", "OrdenID"],
  ] as const) {
    assert.equal(nearestName(name, fields), meant, name);
  }
  for (const [name, meant] of [
    ["pan", undefined],
    ["cvc", "cvv"],
    ["tip_", "tip"],
    ["id", undefined],
  ] as const) {
    assert.equal(nearestName(name, Object.keys(restFields)), meant, name);
  }
});

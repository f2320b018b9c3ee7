import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMoney } from "@ventanilla/web";

const script = new URL("../../packages/sandbox/assets/panel/money.js", import.meta.url);
const { amount } = (await import(script.href)) as { amount(minor?: number, currency?: string): string };

test("the panel's script writes money as every other page does", () => {
  for (const currency of ["DOP", "USD"]) {
    for (const minor of [0, 1, 10, 99, 100, 42_000, 100_000, 295_000, 10_035_000, 999_999_999, 999_999_999_999]) {
      assert.equal(amount(minor, currency), formatMoney({ minor, currency }));
    }
  }
  assert.equal(amount(1200, undefined), "12.00");
  assert.equal(amount(undefined, "DOP"), "—");
});

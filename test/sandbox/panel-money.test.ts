import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCard, formatMoney } from "@ventanilla/web";
import fc from "fast-check";

const script = new URL("../../packages/sandbox/assets/panel/money.js", import.meta.url);
const { amount, card } = (await import(script.href)) as {
  amount(minor?: number, currency?: string): string;
  card(masked?: string): string | undefined;
};

test("the panel's script writes every amount, of any currency and sign, as every other page does", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom("DOP", "USD", "EUR", "840"), (minor, currency) => {
      assert.equal(amount(minor, currency), formatMoney({ minor, currency }));
    }),
    {
      examples: [
        [15_050, "EUR"],
        [-100, "DOP"],
        [0, "DOP"],
        [-5, "USD"],
        [Number.MAX_SAFE_INTEGER, "DOP"],
      ],
    },
  );
});

test("the panel's script writes an amount without a currency bare, and a dash where there is none", () => {
  assert.equal(amount(1200, undefined), "12.00");
  assert.equal(amount(undefined, "DOP"), "—");
});

test("the panel's script writes a card as every other page does, and nothing where there is none", () => {
  for (const masked of ["476134______0050", "378282_____0005"]) assert.equal(card(masked), formatCard(masked));
  assert.equal(card(undefined), undefined);
});

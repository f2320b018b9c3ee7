import assert from "node:assert/strict";
import { test } from "node:test";
import { currencyOfSign, decimalText, formatMoney, writtenAmount } from "@ventanilla/web";
import fc from "fast-check";

test("money is written in one way: sign, no-break space, commas, two decimals", () => {
  for (const [minor, currency, written] of [
    [0, "DOP", "RD$ 0.00"],
    [5, "DOP", "RD$ 0.05"],
    [42_000, "DOP", "RD$ 420.00"],
    [100_000, "DOP", "RD$ 1,000.00"],
    [1_200, "USD", "US$ 12.00"],
    [99_999_999_999, "DOP", "RD$ 999,999,999.99"],
    [15_050, "EUR", "EUR 150.50"],
    [-29_5000, "DOP", "−RD$ 2,950.00"],
    [Number.MAX_SAFE_INTEGER, "DOP", "RD$ 90,071,992,547,409.91"],
    [-123_456_789_012_345_678_901n, "DOP", "−RD$ 1,234,567,890,123,456,789.01"],
  ] as const) {
    assert.equal(formatMoney({ minor, currency }), written.replace(" ", "\u00a0"));
  }
});

test("every amount can be read back to the cent, and is grouped by thousands", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom("DOP", "USD", "EUR"), (minor, currency) => {
      const written = formatMoney({ minor, currency });
      assert.match(written, /^\u2212?(?:RD\$|US\$|EUR)\u00a0\d{1,3}(?:,\d{3})*\.\d\d$/);
      const digits = written.replaceAll(/\D/g, "");
      assert.equal(Number(written.startsWith("\u2212") ? `-${digits}` : digits), minor);
    }),
  );
});

test("an amount that is not a whole number of minor units is refused, not rounded", () => {
  for (const minor of [0.5, 1e16, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => formatMoney({ minor, currency: "DOP" }), { code: "ERR_VENTANILLA_ARGUMENT" });
  }
});

test("minor units become a decimal with a point, to the cent, however large", () => {
  for (const [minor, text] of [
    [0, "0.00"],
    [-0, "0.00"],
    [5, "0.05"],
    [-5, "-0.05"],
    [295_000, "2950.00"],
    [-295_000, "-2950.00"],
    [999_999_999_999, "9999999999.99"],
    [Number.MAX_SAFE_INTEGER, "90071992547409.91"],
    [-123_456_789_012_345_678_901n, "-1234567890123456789.01"],
  ] as const) {
    assert.equal(decimalText(minor), text);
  }
});

test("a currency is known by the sign that money is written with, and by its code", () => {
  for (const currency of ["DOP", "USD"] as const) {
    const [sign = ""] = formatMoney({ minor: 0, currency }).split("\u00a0");
    assert.deepEqual([currencyOfSign(sign), currencyOfSign(currency)], [currency, currency]);
  }
  for (const text of ["", "$", "EUR", "rd$", "RD$ ", "constructor"])
    assert.equal(currencyOfSign(text), undefined, text);
});

test("an amount is read as people write it, and in no other way", () => {
  for (const text of ["2950", "2,950", "2950.00", "2,950.0", "RD$ 2,950.00", "RD$2950"]) {
    assert.deepEqual(writtenAmount(text), { minor: 295_000, currency: "DOP" }, text);
  }
  assert.deepEqual(writtenAmount("US$ 12.5"), { minor: 1250, currency: "USD" });
  assert.deepEqual(writtenAmount("12.5", "USD"), { minor: 1250, currency: "USD" });
  assert.deepEqual(writtenAmount("9999999999.99"), { minor: 999_999_999_999, currency: "DOP" });
  for (const text of ["", "-1", "1.234", "2.950,00", "29,50", "1e3", "2 950", "€ 1", "12345678901", "12,34,567", "٢"]) {
    assert.equal(writtenAmount(text), undefined, text);
  }
  assert.equal(writtenAmount("US$ 1", "DOP"), undefined);
});

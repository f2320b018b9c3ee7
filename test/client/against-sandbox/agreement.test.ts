import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentRequest } from "@ventanilla/client";
import { sale } from "@ventanilla/client/rest";
import fc from "fast-check";
import { fieldProblems, fieldWarnings } from "../../../packages/sandbox/src/hosted/field-warnings.ts";
import { merchant, newPayment, newSale, openCounter } from "./counter.ts";

const { rest, sandbox } = await openCounter({ profile: "document" });

const dop = (minor: number) => ({ minor, currency: "DOP" as const });
const byteOf = fc.integer({ min: 0, max: 255 });
const address = fc.tuple(byteOf, byteOf, byteOf, byteOf).map((parts) => parts.join("."));
/** An amount, and parts of it. */
const sums = fc
  .array(fc.integer({ min: 1, max: 999_999_999_999 }), { minLength: 3, maxLength: 3 })
  .map((all) => all.toSorted((a, b) => b - a) as [number, number, number]);
const text = (most: number) => fc.stringMatching(new RegExp(`^[!-~]{1,${most}}$`)).filter((id) => !/^n\/a$/i.test(id));

test("2.2 A payment request that the client takes, neither profile of the sandbox finds fault with", () => {
  const payments = fc.record({
    sums,
    clientIp: address,
    orderId: text(20),
    transactionId: fc.stringMatching(/^[0-9A-Za-z]{6}$/),
  });
  fc.assert(
    fc.property(payments, ({ sums: [amount, tax], ...fields }) => {
      const request = paymentRequest(merchant, { ...newPayment(), ...fields, amount: dop(amount), tax: dop(tax) });
      assert.deepEqual(fieldWarnings(request), []);
      assert.deepEqual(fieldProblems(request, "either"), []);
    }),
  );
});

test("2.1 A sale that the client sends is neither refused nor warned of", async () => {
  const sales = fc.record({
    sums,
    "client-ip": fc.oneof(address, fc.ipV6()),
    "reference-number": text(64),
    environment: fc.constantFrom("Ecommerce", "ECommerce", "Ecommerce_COF", "MOTO", "MOTO_Recurring", "QuasiCashMT"),
    card: fc.constantFrom(
      { "card-number": "4761340000000050", cvv: "123" },
      { "card-number": "5461340000000050", cvv: "007" },
      { "card-number": "376134000000052", cvv: "0123" },
    ),
  });
  await fc.assert(
    fc.asyncProperty(sales, async ({ sums: [amount, tax, tip], card, ...fields }) => {
      await sale(rest, newSale({ ...fields, ...card, amount: dop(amount), tax: dop(tax), tip: dop(tip) }));
      assert.deepEqual(sandbox.wire().at(-1)?.warnings, []);
    }),
    { numRuns: 60 },
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { isCardLike, isCardLikeScript } from "./card-like.ts";
import { meaningsOf } from "./meanings.ts";

const read = (text: string) => meaningsOf(text).map(({ field, value }) => `${field}=${value.replace("\u00a0", " ")}`);

test("a text means an order, and a number, a card or an amount where it is written like one", () => {
  for (const [text, meanings] of [
    ["A-1001", ["order=A-1001", "reference=A1001", "authorization=A1001"]],
    ["a/7", ["order=a/7", "order=A/7"]],
    [
      "qgtft-83jwq",
      ["order=qgtft-83jwq", "order=QGTFT-83JWQ", "order=QGTFT83JWQ"].concat(
        ["reference", "authorization"].map((field) => `${field}=qgtft83jwq`),
      ),
    ],
    ["#77", ["order=#77", "order=77"]],
    ["  48a912 ", ["order=48a912", "order=48A912", "reference=48a912", "authorization=48a912"]],
    [
      "0050",
      ["order", "reference", "authorization", "digits"]
        .map((field) => `${field}=0050`)
        .concat(["amount=RD$ 50.00", "amount=US$ 50.00"]),
    ],
    ["6325 0000 4711", ["order=6325 0000 4711", "reference=632500004711", "authorization=632500004711"]],
    ["Visa •••• 0050", ["order=Visa •••• 0050", "order=VISA •••• 0050", "digits=0050"]],
    ["476134______0050", ["order=476134______0050", "digits=0050"]],
    ["4761 34** **** 0050", ["order=4761 34** **** 0050", "digits=0050"]],
    ["xxxx0050", ["order=xxxx0050", "order=XXXX0050", "reference=xxxx0050", "authorization=xxxx0050", "digits=0050"]],
    ["RD$ 1,234.50", ["order=RD$ 1,234.50", "amount=RD$ 1,234.50"]],
    ["1.234,5", ["order=1.234,5", "amount=RD$ 1,234.50", "amount=US$ 1,234.50"]],
    ["US$20", ["order=US$20", "amount=US$ 20.00"]],
    ["20 dólares", ["order=20 dólares", "order=20 DÓLARES", "amount=US$ 20.00"]],
    [
      "1500 pesos",
      ["order=1500 pesos", "order=1500 PESOS", "reference=1500pesos", "authorization=1500pesos", "amount=RD$ 1,500.00"],
    ],
    [" Ana@ex.do\u00a0", ["email=Ana@ex.do", "order=Ana@ex.do", "order=ANA@EX.DO"]],
    ["Ana <ana@ex.do>", ["email=ana@ex.do", "order=Ana <ana@ex.do>", "order=ANA <ANA@EX.DO>"]],
    ["ana@ex", ["order=ana@ex", "order=ANA@EX"]],
    ["-5", ["order=-5", "reference=5", "authorization=5"]],
  ] as const) {
    assert.deepEqual(read(text), meanings, text);
  }
});

/** The rule of the box in a browser. */
const isCardLikeThere = runInNewContext(`${isCardLikeScript} isCardLike`) as (text: string) => boolean;

test("a whole card number is known by its check digit, however it is written, and nothing else is taken for one", () => {
  for (const text of [
    "4761340000000050",
    "4761 3400 0000 0050",
    "4761-3400-0000-0050",
    "Visa 4761340000000050",
    "4761340000000050 12/28 123",
    "4 7 6 1 3 4 0 0 0 0 0 0 0 0 5 0",
    "\uff14\uff17\uff16\uff11\uff13\uff14\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff15\uff10",
    "371449635398431",
    // With another number beside it, or in groups of its own.
    "47613 40000 00005 0 12/27",
    "4761 34 00 00 00 00 50 A1",
    "4761\t3400\t0000\t0050 cvv 123",
    "4761\u200b3400\u200b0000\u200b0050 cvv 123",
    "12 47613 40000 00005 0 123",
    "4761x3400x0000x0050",
    // Glued to another number.
    "476134000000005012",
    "47613400000000501227",
    "124761340000000050",
    "37144963539843112",
    // In the digits of another script.
    "\u0664\u0667\u0666\u0661\u0663\u0664\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0665\u0660",
  ]) {
    assert.ok(isCardLike(text), text);
  }
  for (const text of [
    "4761340000000051",
    "476134______0050",
    "632512004711",
    "1732197600008",
    "20261121140003",
    "RD$ 1,234,567,890.00",
    "2b7e4d8a-3c1f-4e5a-9b6d-8f0a1c2e3d4f",
    // The check digit of all its digits is right.
    "e5af2b26-0a4e-48dd-88da-e9ff95bbe3fa",
    // A payment's id that begins like a card number.
    "47613400-0000-4003-8abc-0a1b2c3d4e5f",
    "202611215461340000000050",
    "30/11/2026-31/12/2026",
    "2026-11-21 2026-11-30",
  ]) {
    assert.ok(!isCardLike(text), text);
    assert.ok(!isCardLikeThere(text), text);
  }
  for (const text of [
    "4761340000000050",
    "4761 3400 0000 0050",
    "4761\u200b3400\t0000x0050 A1",
    "Visa 371449635398431",
  ]) {
    assert.ok(isCardLikeThere(text), text);
  }
});

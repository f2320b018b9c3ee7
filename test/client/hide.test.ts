import assert from "node:assert/strict";
import { test } from "node:test";
import { cardSeparators } from "@ventanilla/web";
import fc from "fast-check";
import { hide, hideIn } from "../../packages/client/src/hide.ts";
import { readingsOf } from "../../packages/client/src/readings.ts";

const secret = "canary/9b1f04c7=d2e8+x";
const card = "4761340000000050";

const percent = (text: string) => encodeURIComponent(text);
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const everyUnit = (text: string) =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const everyByte = (text: string) => text.replace(/[\s\S]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
const lines = (text: string, width: number) => text.replace(new RegExp(`.{${width}}`, "g"), "$&\r\n");

const forms: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  "in capitals": (text) => text.toUpperCase(),
  "percent-encoded": percent,
  "percent-encoded in small letters": (text) => percent(text).toLowerCase(),
  "percent-encoded twice": (text) => percent(percent(text)),
  "percent-encoded, every character": everyByte,
  "JSON with a slash escaped": (text) => json(text).replaceAll("/", "\\/"),
  "JSON with an equals sign escaped": (text) => text.replaceAll("=", "\\u003d").replaceAll("+", "\\u002B"),
  "JSON with every character escaped": everyUnit,
  "JSON in JSON": (text) => json(json(text).replaceAll("/", "\\/")),
  "entities of HTML": (text) => text.replaceAll("=", "&#61;").replaceAll("/", "&#x2F;").replaceAll("+", "&#043;"),
  "escapes of scripts": (text) => text.replace(/[\s\S]/g, (unit) => `\\x${unit.charCodeAt(0).toString(16)}`),
  "escapes of scripts, in braces": (text) =>
    text.replace(/[\s\S]/g, (unit) => `\\u{${unit.charCodeAt(0).toString(16)}}`),
  "in hex": hex,
  "in hex, in capitals": (text) => `0x${hex(text).toUpperCase()}`,
  "in hex, broken by spaces": (text) => hex(text).replace(/../g, "$& ").trim(),
  "broken into lines": (text) => lines(text, 7),
  "broken by spaces": (text) => text.replace(/.{4}/g, "$& "),
  "broken by escaped line breaks": (text) => text.replace(/.{4}/g, "$&\\n"),
  "broken by %0A": (text) => text.replace(/.{4}/g, "$&%0a"),
  "broken by spaces that do not break": (text) => text.replace(/.{4}/g, "$&\u00A0"),
  base64: base64,
  "base64, one byte later": (text) => base64(`:${text}:`),
  "base64, two bytes later": (text) => base64(`u:${text}`),
  "base64 for addresses": (text) => Buffer.from(`?>${text}`).toString("base64url"),
  "base64 in lines": (text) => lines(base64(`user:${text}`), 9),
  "base64 with slashes escaped": (text) => base64(`???${text}`).replaceAll("/", "\\/"),
  "percent-encoded base64": (text) => percent(base64(`??${text}`)),
  "base64 of what is percent-encoded": (text) => base64(`q=${percent(text).toLowerCase()}`),
  "base64 behind words": (text) => `Basic ${base64(`u:${text}`)}`,
};

for (const [what, form] of Object.entries(forms)) {
  for (const value of [secret, card]) {
    test(`a secret is hidden ${what}: ${value}`, () => {
      for (const [before, after] of [
        ["", ""],
        ["invalid token: ", " (see the log)"],
        ['{"token":"', '","x":1}'],
      ]) {
        const text = `${before}${form(value)}${after}`;
        const shown = hide(text, ["unlike", value, "other"]);
        assert.match(shown, /\[hidden\]/);
        assert.ok(!shown.includes(form(value).slice(4, -4)), shown);
        assert.ok(shown.startsWith(before ?? "") && shown.endsWith(after ?? ""), shown);
      }
    });
  }
}

test("a card number is hidden however its digits are grouped", () => {
  for (const groups of [
    "4761 3400 0000 0050",
    "4761-3400-0000-0050",
    "4761%203400%200000%200050",
    "4761\n34000000\t0050",
    "4761*3400*0000*0050",
    ...[...cardSeparators.split(""), "%2B", "&nbsp;", "&plus;"].map((separator) =>
      card.replace(/.{4}(?=.)/g, `$&${separator}`),
    ),
  ])
    assert.equal(hide(`card ${groups}.`, [card]), "card [hidden].");
});

test("a space may be a plus sign", () => {
  assert.equal(hide("t=canary+one+two&x", ["canary one two"]), "t=[hidden]&x");
});

test("text without a secret stays as it is, and all around a secret does", () => {
  for (const text of ["", "ñ 😀 \ud800 %zz \\q &x; %", "order 4761 of 2950.00", card.slice(0, 15), "canary/9b1f"])
    assert.equal(hide(text, [secret, card, "931"]), text);
  assert.equal(hide(`ñ😀${secret}\u2028&amp;%41`, [secret]), "ñ😀[hidden]\u2028&amp;%41");
});

test("a secret of few digits is hidden only where it is a whole number", () => {
  assert.equal(
    hide("cvv 931, order 9310, 12931 and %39%33%31", ["931"]),
    "cvv [hidden], order 9310, 12931 and [hidden]",
  );
});

test("what escapes a secret's neighbor does not hide the secret", () => {
  for (const text of ["%41234567x", "\\nabcdef1", "&#39999999", "\\\\nabcdef1"])
    assert.match(hide(text, ["41234567x", "nabcdef1", "39999999"]), /\[hidden\]/);
});

test("any text, broken up or not, in two layers of escapes, or in base64 within or around a layer, keeps no secret", () => {
  const unit = fc.constantFrom(...'abcXYZ0189/+=%&<>.-_:~"ñ€'.split(""));
  // One that looks like an escape itself is found in one encoding, not in every chain of them.
  const isPlain = (text: string): boolean => /^\w.*\w{6}$/.test(text) && !/%[\da-f]{2}/i.test(text);
  const value = fc.string({ unit, minLength: 8, maxLength: 40 }).filter(isPlain);
  const layer = fc.constantFrom(percent, json, (text: string) => percent(text).toLowerCase());
  const inLines = (text: string): string => lines(text, 5);
  const chain = fc.oneof(
    fc.tuple(fc.constantFrom(String, inLines), layer, layer),
    fc.tuple(layer, fc.constant(base64), fc.constantFrom(String, percent, inLines)),
  );
  fc.assert(
    fc.property(value, chain, (text, steps) => {
      const form = steps.reduce((one, step) => step(one), text);
      assert.match(hide(`<${form}>`, [text]), /\[hidden\]/);
    }),
    { numRuns: 1_000 },
  );
});

test("names, texts and numbers of an answer are cleaned in place, in their order", () => {
  const answer = JSON.parse(
    `{"a":"x${secret}","${card}":{"__proto__":[${card},"${everyUnit(card)}",1.5,null,true]},"z":"ok","cvv":9317}`,
  ) as object;
  assert.equal(hideIn(answer, [secret, card, "9317"]), answer);
  assert.equal(
    JSON.stringify(answer),
    '{"a":"x[hidden]","[hidden]":{"__proto__":["[hidden]","[hidden]",1.5,null,true]},"z":"ok","cvv":"[hidden]"}',
  );
});

test("an answer may be nested more deeply than the stack", () => {
  const depth = 30_000;
  const answer = JSON.parse(`${'{"a":['.repeat(depth)}"${secret}"${"]}".repeat(depth)}`) as object;
  assert.equal(hideIn(answer, [secret]), answer);
});

test("what is searched of a text is at most twelve times its length, however it is escaped", () => {
  const escaped = percent(percent(percent(json(secret))));
  for (const piece of [secret, escaped, everyUnit(secret), base64(escaped), base64(everyUnit(secret)), "%", "a "]) {
    for (const times of [1, 500]) {
      const text = Buffer.from(piece.repeat(times));
      const bytes = readingsOf(text).reduce((sum, reading) => sum + reading.bytes.length, 0);
      assert.ok(bytes <= 12 * (text.length + 1), `${bytes} bytes of ${text.length}: ${piece}`);
    }
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { testCards } from "@ventanilla/sandbox";
import fc from "fast-check";
import { problemsOf } from "../../packages/sandbox/assets/card-form.js";
import { readCardForm } from "../../packages/sandbox/src/hosted/card-form.ts";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, create, open, post } from "./shop.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const right = { number: "4761340000000050", expiry: "11/29", cvv: "123" };
const problems = (fields: Partial<typeof right>): unknown => {
  const entry = readCardForm(new URLSearchParams({ ...right, ...fields }), now);
  return "problems" in entry ? entry.problems : {};
};

test("a test card with a future expiry and any CVV of its length is taken", () => {
  for (const { number, scheme } of testCards) {
    assert.deepEqual(problems({ number, cvv: scheme === "amex" ? "0000" : "999" }), {}, number);
  }
});

test("the number may be grouped by spaces or hyphens", () => {
  for (const number of ["4761 3400 0000 0050", " 4761-3400-0000-0050 "]) assert.deepEqual(problems({ number }), {});
});

test("each wrong number is told apart", () => {
  for (const [number, problem] of [
    ["", "numberMissing"],
    ["   ", "numberMissing"],
    ["4761", "numberShort"],
    ["476134000000005", "numberShort"],
    ["4761340000000051", "numberWrong"],
    ["47613400000000500", "numberWrong"],
    ["4761 3400 0000 005x", "numberWrong"],
    ["9".repeat(5000), "numberWrong"],
    ["4111111111111111", "numberNotTest"],
    ["5555555555554444", "numberNotTest"],
    ["6011111111111117", "numberNotTest"],
  ] as const) {
    assert.deepEqual(problems({ number }), { number: problem }, number.slice(0, 20));
  }
});

test("the expiry is a month of this century that is not over", () => {
  for (const expiry of ["11/26", "12/2026", "1226", "12 / 26", "12-26", "1/27", "01/99"]) {
    assert.deepEqual(problems({ expiry }), {}, expiry);
  }
  for (const [expiry, problem] of [
    ["", "expiryMissing"],
    ["13/29", "expiryWrong"],
    ["00/29", "expiryWrong"],
    ["11", "expiryWrong"],
    ["2029-11", "expiryWrong"],
    ["nov 29", "expiryWrong"],
    ["10/26", "expiryPast"],
    ["12/25", "expiryPast"],
  ] as const) {
    assert.deepEqual(problems({ expiry }), { expiry: problem }, expiry);
  }
});

test("the month ends at midnight in Santo Domingo", () => {
  const last = Date.parse("2026-12-01T03:59:59Z");
  const form = new URLSearchParams({ ...right, expiry: "11/26" });
  assert.ok("card" in readCardForm(form, last));
  assert.ok("problems" in readCardForm(form, last + 1000));
});

test("the CVV has three digits, four for American Express", () => {
  for (const [number, cvv, problem] of [
    [right.number, "", "cvvMissing"],
    [right.number, "12", "cvvWrong"],
    [right.number, "1234", "cvvWrong"],
    [right.number, "12a", "cvvWrong"],
    ["", "1234", "cvvWrong"],
    ["376134000000052", "123", "cvvWrongAmex"],
  ] as const) {
    assert.deepEqual(
      problems({ number, cvv }),
      { ...(number === "" && { number: "numberMissing" }), cvv: problem },
      cvv,
    );
  }
});

test("the browser's checks and the server's are the same", () => {
  const testNumbers = new Set(testCards.map(({ number }) => number));
  const digits = fc.stringMatching(/^[0-9 -]{0,20}$/);
  const number = fc.oneof(
    fc.constantFrom(...testNumbers, "4111111111111111", "2221000000000009", "340000000000009"),
    digits,
    fc.string(),
  );
  const expiry = fc.oneof(fc.stringMatching(/^[0-9]{1,2}[/ .-]{0,2}(20)?[0-9]{2}$/), fc.string());
  const cvv = fc.oneof(fc.stringMatching(/^[0-9]{2,5}$/), fc.string());
  fc.assert(
    fc.property(fc.record({ number, expiry, cvv }), (fields) => {
      assert.deepEqual(problemsOf(fields, "2026-11", testNumbers), problems(fields));
    }),
    { numRuns: 3000 },
  );
});

test("a wrong form answers 422 with each message beside its field, the first wrong one in focus, and repeats nothing typed", async () => {
  const sandbox = await bank();
  const page = await open(sandbox, await create(sandbox, { PageLanguaje: "ENG" }));
  const response = await post(page, { number: "4111111111111111", expiry: "01/20", cvv: "87654", action: "pay" });
  assert.equal(response.status, 422);
  const html = await response.text();
  for (const [field, message] of [
    ["number", "This is a test bank and accepts only its test cards"],
    ["expiry", "The card has expired"],
    ["cvv", "The security code has 3 digits"],
  ] as const) {
    assert.match(
      html,
      new RegExp(
        `<input id="${field}" name="${field}" required aria-describedby="[^"]*${field}-error" aria-invalid="true"`,
      ),
    );
    assert.match(html, new RegExp(`id="${field}-error">${message}`));
    assert.match(html, new RegExp(`role="alert"[^]*<a href="#${field}">`));
  }
  assert.match(html, /name="number"[^>]* autofocus/);
  assert.equal(html.split(" autofocus").length, 2);
  assert.doesNotMatch(html, /4111|87654|01\/20/);
  assert.equal(sandbox.sessions()[0]?.charges, 0);
});

test("pressing Enter without a button pays", async () => {
  const sandbox = await bank();
  const { action: _, ...fields } = cardForm("4761340000000050");
  assert.equal((await post(await open(sandbox, await create(sandbox)), fields)).status, 303);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { type StoreSubject, storeContract, type Test } from "@ventanilla/store-contract";

type Body = () => Promise<void>;

/** The bodies of the cases for a subject, by title. */
function casesOf(subject: unknown): Map<string, Body> {
  const cases = new Map<string, Body>();
  const keep: Test = (title, _options, body) => void cases.set(title, body);
  storeContract(subject as StoreSubject, { test: keep });
  return cases;
}

const subject = { name: "mine", open: async () => sqliteStore(":memory:") };

test("a subject without a name or open(), or with a misspelled member, is refused by name before any case", () => {
  for (const [wrong, message] of [
    [undefined, /^TypeError: subject: expected an object$/],
    [{ open: subject.open }, /^TypeError: subject\.name: expected text$/],
    [{ name: "mine" }, /^TypeError: subject\.open: expected a function$/],
    [{ ...subject, agian: subject.open }, /^TypeError: subject\.agian: expected one of again, /],
    [{ ...subject, again: 7 }, /^TypeError: subject\.again: expected a function$/],
  ] as const) {
    assert.throws(() => casesOf(wrong), message);
    assert.throws(() => casesOf(wrong), { code: "ERR_VENTANILLA_ARGUMENT" });
  }
});

test("a subject whose open() gives no store fails each case with that", async () => {
  const [body] = casesOf({ name: "mine", open: async () => undefined as unknown as Store }).values();
  assert.ok(body);
  await assert.rejects(body, /^TypeError: subject\.open: expected a store$/);
});

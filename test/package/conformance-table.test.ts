import assert from "node:assert/strict";
import { test } from "node:test";
import { contract } from "../conformance/contract.ts";
import { assertCurrent } from "./current.ts";

test("docs/contributing/conformance.md is up to date, and every point of the contract has a test", () =>
  assertCurrent("conformance-table"));

test("the contract's points are each listed once, with what they say", () => {
  assert.equal(new Set(contract.map(({ key }) => key)).size, contract.length);
  for (const { key, says } of contract) {
    assert.match(key, /^\d(?:\.\d)?(?: \S.*)?$/);
    assert.match(says, /\S/, key);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ventanilla/store-contract";

test("@ventanilla/store-contract exports these names", () => {
  assert.deepEqual(Object.keys(contract).toSorted(), ["storeContract"]);
});

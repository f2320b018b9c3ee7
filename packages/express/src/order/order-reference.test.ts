import assert from "node:assert/strict";
import { test } from "node:test";
import { newReference } from "./order-reference.ts";

test("a made reference can be told on the telephone, fits an invoice number, and is another each time", () => {
  const made = Array.from({ length: 1000 }, newReference);
  for (const reference of made) assert.match(reference, /^V[0-9A-HJKMNP-TV-Z]{14}$/);
  assert.equal(new Set(made).size, 1000);
});

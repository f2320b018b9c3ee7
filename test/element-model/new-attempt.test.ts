import assert from "node:assert/strict";
import { test } from "node:test";
import { newAttempt } from "../../packages/element/src/new-attempt.ts";

/** What the router accepts: a UUID in lower case. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("an attempt's id is a random UUID, also on a page without TLS", (t) => {
  // Browsers have this only on pages with TLS.
  t.mock.method(crypto, "randomUUID", () => assert.fail("randomUUID was called"));
  const ids = Array.from({ length: 1000 }, newAttempt);
  for (const id of ids) assert.match(id, uuid);
  assert.equal(new Set(ids).size, ids.length);
});
